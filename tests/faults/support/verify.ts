import { logIn, type Person, personAt } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { offsetOf } from '../operations/upload-operations.ts';
import type { Client, Told } from './client.ts';
import { type Ledger, withUpload } from './ledger.ts';
import { differences, observe, type Shown, withIds } from './observe.ts';

type Options = {
  /** Whether every account is tried, too. */
  isThorough?: boolean;
};

/**
 * Verifies that a server shows what a client was told: all that was acknowledged, byte for byte, and the operation that
 * was not answered either as a whole or not at all. Returns what is wrong.
 */
export async function compare(
  told: Told,
  person: Person,
  top: Client['top'],
  { isThorough = false }: Options = {},
): Promise<string[]> {
  return (await look(told, person, top, isThorough)).troubles;
}

/**
 * After a fault: verifies, then repeats what was not answered, as a client does, and verifies that it happened once.
 * From then on the client continues from there.
 */
export async function verify(client: Client, { isThorough = false }: Options = {}): Promise<string[]> {
  const { person, top } = client;
  const { ledger, pending } = client.told();
  const { troubles, shown } = await look({ ledger, pending }, person, top, isThorough);
  client.settle(withIds(ledger, shown));
  if (pending === undefined) return troubles;
  try {
    const repeated = pending.after(await pending.again());
    const after = await look({ ledger: repeated, pending: undefined }, person, top);
    client.settle(withIds(repeated, after.shown));
    return [...troubles, ...after.troubles.map((trouble) => `${pending.what}, repeated: ${trouble}`)];
  } catch (error) {
    return [...troubles, `${top.name}: ${pending.what} could not be repeated: ${String(error)}`];
  }
}

async function look(
  { ledger, pending }: Told,
  person: Person,
  top: Client['top'],
  isThorough = false,
): Promise<{ troubles: string[]; shown: Shown }> {
  const shown = await observe(person, top);
  const done = pending?.after(undefined) ?? ledger;
  const [before, after] = [await wrong(shown, ledger, person, top), await wrong(shown, done, person, top)];
  const troubles = [
    ...(before.length > 0 && after.length > 0 ? [...before, ...after] : []),
    ...(await wrongUploads(person, { ledger, pending }, done)),
    ...(await wrongSessions(person, ledger)),
    ...(await wrongAccounts(person, ledger, isThorough)),
  ];
  return { troubles: troubles.map((trouble) => `${top.name}, at "${pending?.what ?? 'rest'}": ${trouble}`), shown };
}

async function wrong(shown: Shown, ledger: Ledger, person: Person, top: Client['top']): Promise<string[]> {
  return [
    ...differences(shown, ledger),
    ...(await wrongTrash(ledger, person)),
    ...(await wrongPasswords(ledger, person, top)),
  ];
}

/** What others have in the Trash of the account is not told apart from what should not be there at all. */
async function wrongTrash({ items, trash, gone }: Ledger, person: Person): Promise<string[]> {
  const listed = await idsInTrash(person);
  const live = [...items.values()].map(({ id }) => id);
  return [
    ...[...trash.keys()].filter((id) => !listed.has(id)).map((id) => `${id} is not in Trash`),
    ...[...live, ...gone].filter((id) => id !== undefined && listed.has(id)).map((id) => `${id} is in Trash`),
  ];
}

async function idsInTrash(person: Person): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await person.api.trash.list({ limit: 1000, cursor });
    for (const { entry } of page.items) ids.add(entry.folder?.id ?? entry.file?.id ?? '');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

async function wrongPasswords({ passwords, revoked }: Ledger, person: Person, top: Client['top']): Promise<string[]> {
  const listed = (await person.api.appPasswords.list()).filter(({ name }) => name.startsWith(`${top.name} `));
  const [is, wanted] = [listed.map(({ name }) => name).toSorted(), [...passwords.keys()].toSorted()];
  const troubles =
    String(is) === String(wanted) ? [] : [`The app passwords are ${String(is)}, they should be ${String(wanted)}`];
  for (const [name, { token }] of passwords) {
    if (token !== undefined && !(await opens(token, person))) troubles.push(`The app password ${name} does not open`);
  }
  for (const token of revoked) if (await opens(token, person)) troubles.push('A revoked app password opens');
  return troubles;
}

async function opens(token: string, person: Person): Promise<boolean> {
  const { status } = await programWith(token, person.server).fetch('/api/folders/root');
  return status === 200;
}

/**
 * After an operation that was refused since the disk failed: an upload may be given up as a whole, so that its client
 * starts again. Everything else is as after any other fault.
 */
export async function verifyRefused(client: Client): Promise<string[]> {
  const { ledger, pending } = client.told();
  const { upload } = pending ?? {};
  if (upload !== undefined && (await offsetOf(client, upload)) === undefined)
    client.settle(withUpload(ledger, upload, undefined));
  return await verify(client);
}

/** An upload stands where it was told, or where the bytes that were not answered would bring it, or in between. */
async function wrongUploads(person: Person, { ledger, pending }: Told, after: Ledger): Promise<string[]> {
  const troubles: string[] = [];
  for (const [id, { offset, body }] of ledger.uploads) {
    const most = after.uploads.get(id)?.offset ?? body.length;
    const is = await offsetOf({ person }, id);
    if (is === undefined && pending?.givesUp === id) continue;
    if (is === undefined || is < offset || is > most)
      troubles.push(`Upload ${id} is at ${is}, it should be at ${offset} to ${most}`);
  }
  return troubles;
}

async function wrongSessions({ server }: Person, { sessions }: Ledger): Promise<string[]> {
  const users = await Promise.all(sessions.map((session) => personAt(server, session).account.current()));
  return users.flatMap((user, i) => (user?.uid === sessions[i]?.uid ? [] : [`Session ${i} has ended`]));
}

/** Each log-in costs the server a tenth of a second, so it is the last account only unless all are asked for. */
async function wrongAccounts({ server }: Person, { accounts }: Ledger, isThorough: boolean): Promise<string[]> {
  const troubles: string[] = [];
  for (const account of isThorough ? accounts : accounts.slice(-1)) {
    await logIn(server, account).catch((error: unknown) =>
      troubles.push(`${account.email} cannot log in: ${String(error)}`),
    );
  }
  return troubles;
}
