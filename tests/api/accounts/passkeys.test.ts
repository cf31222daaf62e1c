import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { confirmedSeconds, maxPasskeys } from '#contract/limits.ts';
import type { PasskeyAnswer } from '#contract/records/passkeys.ts';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { query } from '#tests/support/database/query.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const refused = { code: 'passkey-refused', status: 401 };
const missing = { code: 'passkey-not-found', status: 404 };

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('passkeys', () => {
  test('are listed, renamed and removed by their person only', async () => {
    const [owner, stranger] = [await signUp(server), await signUp(server)];
    const id = await insertPasskey(owner);
    expect(await owner.api.account.passkeys.list()).toMatchObject([{ id, name: 'A device', isBackedUp: false }]);
    expect(await stranger.api.account.passkeys.list()).toEqual([]);
    await expect(stranger.api.account.passkeys.rename({ id, name: 'x' })).rejects.toMatchObject(missing);
    await expect(stranger.api.account.passkeys.remove({ id })).rejects.toMatchObject(missing);
    const { token } = await owner.api.appPasswords.create({ name: 'A program' });
    const program = programWith(token, server).api.account.passkeys;
    for (const call of [() => program.list(), () => program.options(), () => program.remove({ id })])
      await expect(call()).rejects.toMatchObject({ code: 'session-needed' });
    await expect(owner.api.account.passkeys.rename({ id, name: 'Kitchen' })).resolves.toMatchObject({
      name: 'Kitchen',
    });
    await owner.api.account.passkeys.remove({ id });
    expect(await owner.api.account.passkeys.list()).toEqual([]);
    const { events } = await owner.api.account.events({});
    expect(events.find(({ kind }) => kind === 'passkey-removed')?.subject).toBe('Kitchen');
  });

  test('are added and removed only by who was found to be who they are a while ago, and not without end', async () => {
    const owner = await signUp(server);
    const { passkeys } = owner.api.account;
    const { challenge, ...options } = await passkeys.options();
    expect(options).toMatchObject({
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    });
    const id = await insertPasskey(owner);
    await query(
      server,
      `update session set "confirmedAt" = "confirmedAt" - ${(confirmedSeconds + 5) * 1000} where "userId" = '${owner.uid}'`,
    );
    await logIn(server, owner);
    const needed = { code: 'confirmation-needed', status: 403 };
    await expect(passkeys.options()).rejects.toMatchObject(needed);
    await expect(passkeys.add({ name: 'x', answer: answerTo(challenge) })).rejects.toMatchObject(needed);
    await expect(passkeys.remove({ id })).rejects.toMatchObject(needed);
    await owner.api.account.confirm({ password: owner.password });
    for (let i = 1; i < maxPasskeys; i += 1) await insertPasskey(owner);
    await expect(passkeys.options()).rejects.toMatchObject({ code: 'too-many-passkeys', status: 409 });
  });

  test('end with a reset of the password: somebody else may have added them', async () => {
    const owner = await signUp(server);
    await insertPasskey(owner);
    await query(
      server,
      `insert into verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt") values ('${randomUUID()}', '${createHash('sha256').update('reset-password:a-token').digest('base64url')}', '${owner.uid}', '${new Date(Date.now() + 60_000).toISOString()}', '${new Date().toISOString()}', '${new Date().toISOString()}')`,
    );
    await visit(server).account.resetPassword({ token: 'a-token', newPassword: 'another good password' });
    expect(await query(server, `select * from passkeys where account = '${owner.uid}'`)).toEqual([]);
  });

  test('that are none are refused, whatever they say, and a challenge is taken once', async () => {
    const owner = await signUp(server);
    const { challenge } = await owner.api.account.passkeys.options();
    const add = () => owner.api.account.passkeys.add({ name: 'x', answer: answerTo(challenge) });
    await expect(add()).rejects.toMatchObject(refused);
    expect(await challengesOf(owner)).toBe(0);
    await insertPasskey(owner);
    const { challenge: ofOwner } = await owner.api.account.confirmOptions();
    const [{ credential_id: known } = {}] = await query(
      server,
      `select credential_id from passkeys where account = '${owner.uid}'`,
    );
    await expect(
      owner.api.account.confirm({ passkey: answerTo(ofOwner, String(known), 'webauthn.get') }),
    ).rejects.toMatchObject(refused);
    expect(await challengesOf(owner)).toBe(0);
    const attempt = (id: string) => JSON.stringify({ answer: answerTo('x', id) });
    for (const body of ['', '[]', '{"answer":{}}', attempt('a\0b'), attempt(String(known))]) {
      const answer = await visit(server).fetch('/api/auth/passkey', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([body, answer.status]).toEqual([body, body === attempt(String(known)) ? 401 : 400]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

/** What a browser sends that has no device: the signature is of nobody. */
function answerTo(challenge: string, id = 'x', type = 'webauthn.create'): PasskeyAnswer {
  const clientData = JSON.stringify({ type, challenge, origin: server.baseUrl });
  const bytes = Buffer.alloc(200).toString('base64url');
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: bytes,
      authenticatorData: bytes,
      signature: bytes,
    },
  };
}

async function insertPasskey({ uid }: Person): Promise<string> {
  const id = randomUUID();
  const columns = 'id, account, credential_id, public_key, counter, transports, is_backed_up, name, created_at';
  await query(
    server,
    `insert into passkeys (${columns}) values ('${id}', '${uid}', '${randomUUID()}', 'key', 0, '[]', 0, 'A device', ${Date.now()})`,
  );
  return id;
}

async function challengesOf({ uid }: Person): Promise<number> {
  return (await query(server, `select * from challenges where account = '${uid}'`)).length;
}
