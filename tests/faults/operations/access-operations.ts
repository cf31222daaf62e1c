import { ApiError } from '#client/api-error.ts';
import { maxSessions } from '#contract/limits.ts';
import { logIn, type Person, visit } from '#tests/support/client/build-account.ts';
import { change } from '../support/ledger.ts';
import { already, type Maker, noId, type Operation, pickFrom, type Scene } from '../support/scene.ts';

/** Beyond `maxSessions` the oldest end, also those of log-ins whose answer was lost. */
const keptSessions = maxSessions / 2;

export const accessOperations: Record<string, { weight: number; make: Maker }> = {
  'create app password': { weight: 1, make: createPassword },
  'revoke app password': { weight: 1, make: revokePassword },
  'sign up': { weight: 0.3, make: signUp },
  'log in': { weight: 0.3, make: logInAgain },
};

function createPassword({ person, ledger, top, newName }: Scene): Operation {
  const name = `${top.name} ${newName()}`;
  let made: { id: string; token: string } | undefined;
  const create = () => person.api.appPasswords.create({ name });
  const send = async () => {
    made = await create().catch(async (error: unknown) => {
      // After a quarter of an hour somebody has to say who they are.
      if (!(error instanceof ApiError && error.code === 'confirmation-needed')) throw error;
      await person.api.account.confirm({ password: person.password });
      return await create();
    });
    return made.id;
  };
  return {
    what: `create app password ${name}`,
    send,
    after: (id) => ({ ...ledger, passwords: change(ledger.passwords, name, { id, token: made?.token }) }),
    // The token of one whose answer was lost is lost too: it is revoked, and another one is made.
    again: async () => {
      const lost = (await person.api.appPasswords.list()).filter((other) => other.name === name);
      for (const { id } of lost) await person.api.appPasswords.revoke({ id });
      return await send();
    },
  };
}

function revokePassword({ person, random, ledger }: Scene): Operation | undefined {
  const [name, password] = pickFrom(random, [...ledger.passwords]) ?? [];
  if (name === undefined || password?.id === undefined) return undefined;
  const { id, token } = password;
  const send = () => person.api.appPasswords.revoke({ id });
  return {
    what: `revoke app password ${name}`,
    send: noId(send),
    after: () => ({
      ...ledger,
      passwords: change(ledger.passwords, name, undefined),
      revoked: token === undefined ? ledger.revoked : [...ledger.revoked, token],
    }),
    again: () => noId(send)().catch(already('app-password-not-found')),
  };
}

function signUp({ person, ledger, top, newName }: Scene): Operation {
  const email = `${top.name}-${newName()}@example.org`;
  const credentials = { email, password: `pass-${email}` };
  const send = () => visit(person.server).account.signUp(credentials);
  return {
    what: `sign up ${credentials.email}`,
    send: noId(send),
    after: () => ({ ...ledger, accounts: [...ledger.accounts, credentials] }),
    again: () => noId(send)().catch(already('address-taken')),
  };
}

/** A further session of the client's own account. */
function logInAgain({ person, ledger }: Scene): Operation {
  let session: Person | undefined;
  const send = async () => {
    session = await logIn(person.server, person);
  };
  return {
    what: 'log in',
    send: noId(send),
    after: () =>
      session === undefined ? ledger : { ...ledger, sessions: [...ledger.sessions, session].slice(-keptSessions) },
    again: noId(send),
  };
}
