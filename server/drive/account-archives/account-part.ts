import type { AboutPerson } from '#server/accounts/profile/about-person.ts';
import type { Database } from '#server/database/open.ts';
import type { Scope } from '../access/scope.ts';
import { ownMember, type PartMember } from './archive-part.ts';
import { line, time } from './told-lines.ts';

const readme = `Everything that was in your Keepsake account.

Files      your folders and files, as they were
Trash      what was in Trash
Versions   earlier versions: Versions/Files/letter.txt/2 letter.txt is the second content of Files/letter.txt
Metadata   what Keepsake knew of them, as JSON: entries-00001.jsonl and so on have a line for each folder, file and
           version; links and events likewise; account.json is about you
SHA256SUMS a SHA-256 for each file in here. "sha256sum -c SHA256SUMS" (Linux), "shasum -a 256 -c SHA256SUMS" (macOS)
           compares them

Two names that Windows or macOS take for the same have a number here, and a backslash in a name is _. A file whose bytes
were found damaged on the server is missing here; its line says "isDamaged".
`;

/** What an archive has beside folders and files at its beginning: how it is read, and what is known of its person. */
export async function accountPart(
  { db, aboutPerson }: { db: Database; aboutPerson: (account: string) => Promise<AboutPerson> },
  { account }: Scope,
  madeAt: number,
): Promise<PartMember[]> {
  const { about, picture } = await aboutPerson(account);
  const rule = await db.selectFrom('accounts').select('version_rule').where('user_id', '=', account).executeTakeFirst();
  const text = line({ ...about, keptVersions: rule?.version_rule ?? null, archiveMadeAt: time(madeAt) });
  return [
    ownMember('README.txt', readme, madeAt),
    ownMember('Metadata/account.json', text, madeAt),
    ...(picture === undefined ? [] : [ownMember('Metadata/picture.webp', picture.bytes, picture.chosen_at)]),
  ];
}

/** Rows of a list in one file. */
const linesAtOnce = 1000;

/** The download links and the events of the account, a file for each `linesAtOnce`. */
export async function* listParts(db: Database, { account }: Scope, madeAt: number): AsyncGenerator<PartMember[]> {
  const links = db
    .selectFrom('download_tokens')
    .select(['id', 'entry_id', 'created_at', 'expires_at'])
    .where('account', '=', account)
    .orderBy('id')
    .limit(linesAtOnce);
  yield* pieces(
    'links',
    (last) => links.where('id', '>', last).execute(),
    ({ entry_id, created_at, expires_at }) =>
      line({ fileId: entry_id, createdAt: time(created_at), expiresAt: time(expires_at) }),
  );
  const events = db
    .selectFrom('account_events')
    .select(['id', 'at', 'kind', 'address', 'user_agent', 'subject', 'times'])
    .where('account', '=', account)
    .orderBy('id')
    .limit(linesAtOnce);
  yield* pieces(
    'events',
    (last) => events.where('id', '>', last).execute(),
    ({ at, user_agent, ...event }) => line({ at: time(at), ...event, id: null, browser: user_agent }),
  );

  async function* pieces<Row extends { id: string }>(
    name: string,
    after: (id: string) => Promise<Row[]>,
    textOf: (row: Row) => string,
  ): AsyncGenerator<PartMember[]> {
    for (let [last, number] = ['', 1]; ; number += 1) {
      const rows = await after(last);
      const lastRow = rows.at(-1);
      if (lastRow === undefined) return;
      yield [ownMember(numbered(name, number), rows.map(textOf).join(''), madeAt)];
      if (rows.length < linesAtOnce) return;
      last = lastRow.id;
    }
  }
}

/** The path of a file of metadata. */
export function numbered(name: string, number: number): string {
  return `Metadata/${name}-${String(number).padStart(5, '0')}.jsonl`;
}
