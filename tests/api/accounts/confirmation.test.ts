import { beforeAll, describe, expect, test } from 'vitest';
import { confirmedSeconds, maxGuessesByDevice } from '#contract/limits.ts';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { query } from '#tests/support/database/query.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const needed = { code: 'confirmation-needed', status: 403 };

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('who logged in more than 15 minutes ago', () => {
  test('types the password again before an account is weakened, and is not asked for another 15 minutes', async () => {
    const person = await signUp(server);
    await expect(makePassword(person)).resolves.toBeDefined();
    await letPass(person, confirmedSeconds + 5);
    await expect(makePassword(person)).rejects.toMatchObject(needed);
    await expect(confirm(person, 'not this one')).rejects.toMatchObject({ code: 'wrong-credentials', status: 401 });
    await expect(makePassword(person)).rejects.toMatchObject(needed);
    await confirm(person, person.password);
    await expect(makePassword(person)).resolves.toBeDefined();
  });

  test('confirms only that session', async () => {
    const person = await signUp(server);
    const other = await logIn(server, person);
    await letPass(person, confirmedSeconds + 5);
    await confirm(other, person.password);
    await expect(makePassword(other)).resolves.toBeDefined();
    await expect(makePassword(person)).rejects.toMatchObject(needed);
  });

  test('cannot guess there: what is wrong counts like a wrong password at the log-in', async () => {
    const person = await logIn(server, await signUp(server));
    for (let i = 0; i < maxGuessesByDevice.burst.max; i += 1)
      await expect(confirm(person, `guess ${i}`)).rejects.toMatchObject({ code: 'wrong-credentials' });
    const refused = { code: 'too-many-requests', status: 429 };
    await expect(confirm(person, person.password)).rejects.toMatchObject(refused);
    await expect(person.account.logIn(person)).rejects.toMatchObject(refused);
  });
});

test('an account that is disabled is refused at the log-in and to its programs, and loses nothing', async () => {
  const person = await signUp(server);
  await logIn(server, person);
  const { token } = await makePassword(person);
  await query(server, `update people set state = 'disabled' where account = '${person.uid}'`);
  await expect(logIn(server, person)).rejects.toMatchObject({ code: 'account-disabled', status: 403 });
  await expect(programWith(token, server).api.folders.get({ id: 'root' })).rejects.toMatchObject({ status: 401 });
  await query(server, `update people set state = 'active' where account = '${person.uid}'`);
  await expect(logIn(server, person)).resolves.toMatchObject({ uid: person.uid });
  await expect(programWith(token, server).api.folders.get({ id: 'root' })).resolves.toBeDefined();
});

function confirm(person: Person, password: string): Promise<void> {
  return person.api.account.confirm({ password });
}

function makePassword(person: Person) {
  return person.api.appPasswords.create({ name: 'A program' });
}

/** Makes all sessions of a person older, and has the server forget what it remembers of them. */
async function letPass(person: Person, seconds: number): Promise<void> {
  const { uid } = person;
  await query(server, `update session set "confirmedAt" = "confirmedAt" - ${seconds * 1000} where "userId" = '${uid}'`);
  await logIn(server, person);
}
