import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { commandLine } from '#tests/support/client/command-line.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('keepsake login and logout', () => {
  let server: SharedServer;
  let person: Person;
  beforeAll(async () => {
    server = await sharedServer();
    person = await signUp(server);
  });

  test('login says what to do where the server has a public address, and another one was given', async () => {
    const behind = await startServer({ env: { PUBLIC_URL: 'https://keepsake.example.org' } });
    const login = ['login', behind.baseUrl, '--email', 'ada@example.org'];
    const { code, stderr } = await (await commandLine()).run(login, 'any password\n');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('has a public address, and accepts log-ins there only'),
    ]);
  });

  test('a token is checked before it is saved, and the commands say when it was revoked', async () => {
    const other = await commandLine();
    expect((await other.run(['login', server.baseUrl, '--token', 'wrong'])).code).toBe(3);
    const { id, token } = await person.api.appPasswords.create({ name: 'by hand' });
    expect((await other.run(['login', server.baseUrl, '--token', token])).code).toBe(0);
    expect((await other.run(['ls'])).code).toBe(0);
    await person.api.appPasswords.revoke({ id });
    const { code, stderr } = await other.run(['ls']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('it was revoked or has ended. Run `keepsake login')]);
  });

  test('logging in again revokes the app password of before, and logging out the last one', async () => {
    const eve = await signUp(server);
    const other = await commandLine();
    const login = ['login', server.baseUrl, '--email', eve.email];
    expect((await other.run([...login, '--read-only'], `${eve.password}\n`)).code).toBe(0);
    const [first] = await eve.api.appPasswords.list();
    expect((await other.run(login, `${eve.password}\n`)).code).toBe(0);
    const [second, ...more] = await eve.api.appPasswords.list();
    expect([second?.id === first?.id, more]).toEqual([false, []]);

    expect((await other.run(['logout', 'now'])).code).toBe(2);
    const { code, stdout } = await other.run(['logout']);
    expect([code, stdout]).toEqual([0, `Logged out of ${server.baseUrl}. The app password is revoked.\n`]);
    expect(await eve.api.appPasswords.list()).toEqual([]);
    expect((await other.run(['ls'])).code).toBe(3);
    expect((await other.run(['logout'])).code).toBe(3);
  });

  test('logging out leaves an app password that was given, forgets one that was revoked, and keeps what it cannot revoke', async () => {
    const eve = await signUp(server);
    const other = await commandLine();
    const { token } = await eve.api.appPasswords.create({ name: 'by hand' });
    expect((await other.run(['login', server.baseUrl, '--token', token])).code).toBe(0);
    expect(await other.json('logout')).toEqual({ baseUrl: server.baseUrl, revoked: false });
    expect(await eve.api.appPasswords.list()).toHaveLength(1);

    const login = ['login', server.baseUrl, '--email', eve.email];
    expect((await other.run(login, `${eve.password}\n`)).code).toBe(0);
    const away = JSON.stringify({
      ...JSON.parse(await readFile(other.configFile, 'utf8')),
      baseUrl: `http://localhost:${await freePort()}`,
    });
    const saved = await readFile(other.configFile, 'utf8');
    await writeFile(other.configFile, away);
    const { code, stderr } = await other.run(['logout']);
    expect([code, stderr]).toEqual([6, expect.stringContaining(`You are still logged in.`)]);
    expect(await readFile(other.configFile, 'utf8')).toBe(away);
    await writeFile(other.configFile, saved);
    for (const { id } of await eve.api.appPasswords.list()) await eve.api.appPasswords.revoke({ id });
    expect(await other.json('logout')).toEqual({ baseUrl: server.baseUrl, revoked: true });
  });

  test('login asks for the second step, where there is one', async () => {
    const careful = await signUp(server);
    const { code } = await turnOnTwoStep(careful);
    const other = await commandLine();
    const login = ['login', server.baseUrl, '--email', careful.email];
    expect((await other.run(login, `${careful.password}\n000000\n`)).code).toBe(3);
    const { code: exit, stderr } = await other.run(login, `${careful.password}\n${code()}\n`);
    expect([exit, stderr]).toEqual([0, '']);
    expect((await other.run(['ls'])).code).toBe(0);
  });

  test('login limits the app password as its options say', async () => {
    const other = await commandLine();
    const folder = await person.api.folders.create({ name: 'Limits', parentId: null });
    await person.api.folders.create({ name: 'inside', parentId: folder.id });
    const login = ['login', server.baseUrl, '--email', person.email, '--read-only', '--days', '30'];
    expect((await other.run([...login, '--folder', 'none'], `${person.password}\n`)).code).toBe(2);
    expect((await other.run([...login, '--folder', 'Limits'], `${person.password}\n`)).code).toBe(0);
    const made = (await person.api.appPasswords.list()).at(-1);
    expect(made).toMatchObject({ access: 'read', folderId: folder.id });
    expect((made?.expiresAt ?? 0) - (made?.createdAt ?? 0)).toBeGreaterThan(29 * 24 * 60 * 60 * 1000);
    expect((await other.run(['ls'])).stdout).toContain('inside');
    expect((await other.run(['rm', 'inside'])).code).toBe(1);
  });
});
