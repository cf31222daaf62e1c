import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAdminApi } from '#client/admin-api.ts';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { query } from '#tests/support/database/query.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import type { SharedServer } from '#tests/support/server/shared-server.ts';
import type { PrincipalName } from './policies.ts';
import { plant, type Things } from './things.ts';

export type Identities = Awaited<ReturnType<typeof createIdentities>>;

type Headers = Record<string, string>;

/** The owner, and what each principal sends to say who they are. */
export async function createIdentities(server: SharedServer) {
  const before = await signUp(server);
  const endedByReset = before.cookie;
  const owner = await logInAnew(server, before);
  const left = await logIn(server, owner);
  const loggedOut = left.cookie;
  await left.account.logOut();
  const [stranger, administrator] = [await signUp(server), await signUp(server)];
  const [disabled, closed] = [await signUp(server), await signUp(server)];
  const { token: ofDisabled } = await disabled.api.appPasswords.create({ name: 'A program' });
  const { token: ofClosed } = await closed.api.appPasswords.create({ name: 'A program' });
  const roles = [
    `('${administrator.uid}', 'administrator', 'active', 1)`,
    `('${disabled.uid}', 'member', 'active', 1)`,
    `('${closed.uid}', 'member', 'active', 1)`,
  ];
  await query(server, `insert into people (account, role, state, state_at) values ${roles.join(', ')}`);
  const { people, invitations } = createAdminApi(administrator.server);
  await people.change({ id: disabled.uid, state: 'disabled' });
  await people.change({ id: closed.uid, state: 'closed' });
  const { url: invitation } = await invitations.create({});
  const halfway = await stopHalfway(server, owner);
  const beside = await owner.api.folders.create({ name: 'beside', parentId: null });
  await logIn(server, owner);
  const { token: downloadToken } = await plant(owner);
  const program = async (limits: { access?: 'read'; folderId?: string } = {}) =>
    await owner.api.appPasswords.create({ name: 'A program', ...limits });
  const [expired, revoked, whole, reader, aside] = await Promise.all([
    owner.api.appPasswords.create({ name: 'Expired', expiresAt: Date.now() + 10 ** 7 }),
    program(),
    program(),
    program({ access: 'read' }),
    program({ folderId: beside.id }),
  ]);
  await query(server, `update app_passwords set expires_at = ${Date.now() - 1} where id = '${expired.id}'`);
  await owner.api.appPasswords.revoke({ id: revoked.id });

  const constant: Record<Exclude<PrincipalName, 'a program for the folder'>, Headers> = {
    nobody: {},
    'a wrong token': bearer('keep_nonsense'),
    'a download token as a bearer': bearer(downloadToken),
    'an expired app password': bearer(expired.token),
    'a revoked app password': bearer(revoked.token),
    'a session that was logged out': { cookie: loggedOut },
    'a session that a new password ended': { cookie: endedByReset },
    'somebody before the second step': { cookie: halfway },
    'a session of an account that is disabled': { cookie: disabled.cookie },
    'an app password of an account that is disabled': bearer(ofDisabled),
    'a session of an account that an administrator closed': { cookie: closed.cookie },
    'an app password of an account that an administrator closed': bearer(ofClosed),
    'a session of an account that its person closed': { cookie: await closedByThemselves(server) },
    'somebody with an invitation': { 'x-invitation': invitation.split('#')[1] ?? '' },
    'an administrator': { cookie: administrator.cookie },
    'a stranger': { cookie: stranger.cookie },
    'a program for another folder': bearer(aside.token),
    'a program that reads': bearer(reader.token),
    'a program': bearer(whole.token),
    'the owner': { cookie: owner.cookie },
  };
  const forFolder = new Map<string, ReturnType<typeof program>>();
  return {
    owner,
    stranger,
    async of(name: PrincipalName, { folder }: Pick<Things, 'folder'>): Promise<Headers> {
      if (name !== 'a program for the folder') return constant[name];
      const made = forFolder.get(folder) ?? program({ folderId: folder });
      forFolder.set(folder, made);
      return bearer((await made).token);
    },
    /** Revokes all app passwords but those of the principals: an account can have only so many. */
    async tidy(): Promise<void> {
      forFolder.clear();
      const kept = [whole, reader, aside].map(({ id }) => `'${id}'`).join(', ');
      await query(server, `delete from app_passwords where account = '${owner.uid}' and id not in (${kept})`);
    },
    /** The same with a session that may end. */
    async ending(name: PrincipalName, things: Things): Promise<Headers> {
      if (name === 'a stranger' || name === 'an administrator') return { cookie: (await signUp(server)).cookie };
      if (name === 'a session of an account that its person closed')
        return { cookie: await closedByThemselves(server) };
      return name === 'the owner' ? { cookie: (await logIn(server, owner)).cookie } : await this.of(name, things);
    },
  };
}

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

/** The cookie of somebody who knows the password of a person with two-step login, which is then turned off again. */
async function stopHalfway(server: SharedServer, person: Person): Promise<string> {
  await turnOnTwoStep(person);
  const visitor = visit(server);
  const refused = await visitor.account.logIn(person).catch((error: unknown) => error);
  if (!visitor.cookie.includes('second-step')) throw new Error('There is no second step', { cause: refused });
  await person.api.account.twoStep.turnOff();
  await query(server, `update challenges set ends_at = ${Date.now() + 10 ** 8} where account = '${person.uid}'`);
  return visitor.cookie;
}

/** The cookie of somebody who closed their account, and logged in again to keep it. */
async function closedByThemselves(server: SharedServer): Promise<string> {
  const person = await signUp(server);
  await person.api.account.close({ email: person.email });
  return (await logIn(server, person)).cookie;
}

/** Sets another password by mail, which ends every session, and logs in with it. */
async function logInAnew(server: SharedServer, { email, account }: Person): Promise<Person> {
  await account.requestReset({ email });
  const mail = await waitFor(() => mailTo(server, email), { what: 'the mail with the link' });
  const token = /reset-password\/([\w-]+)/.exec(mail)?.[1] ?? '';
  const password = 'another good password';
  await visit(server).account.resetPassword({ token, newPassword: password });
  return await logIn(server, { email, password });
}

async function mailTo({ dataFolder }: SharedServer, email: string): Promise<string | undefined> {
  const outbox = join(dataFolder, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.find((mail) => mail.includes(`To: ${email}`) && mail.includes('reset-password/'));
}
