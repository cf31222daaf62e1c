import { Client } from 'pg';
import type { Folder } from '#contract/records/entries.ts';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { startPostgres } from '#tests/support/engines/postgres-server.ts';
import { providePrograms } from '../../scripts/provide-programs.ts';
import { type Figure, timed, timesOf } from '../support/figures.ts';
import { readPages } from '../support/read-pages.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';

const steps = [10_000, 100_000, 1_000_000];
const largeFolderShare = 0.1;
const filesInOthers = 1000;
const repeats = 200;
const scansOfGrowing =
  /((?:Seq Scan|Bitmap Heap Scan|Index (?:Only )?Scan using \w+) on (?:entries|versions|changes))/g;

type Scene = {
  keepsake: ServerProcess;
  person: Person;
  /** Contains a tenth of all files. */
  large: Folder;
  target: Folder;
  /** The file that is moved between the two. */
  moved: string;
};

/** The cost of each operation as one account on PostgreSQL grows to a million entries, and the indexes that are used. */
export async function measureMillion(): Promise<Figure[]> {
  await providePrograms('postgres');
  const folder = await newFolder();
  const postgres = await startPostgres();
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  let keepsake = await startKeepsake(folder.path, { settings: { DATABASE_URL: postgres.url } });
  try {
    const person = await signUp(keepsake);
    const original = await uploadFile(person, { name: 'original.txt', body: Buffer.from('The same in each of them') });
    const large = await person.api.folders.create({ name: 'Large', parentId: null });
    const target = await person.api.folders.create({ name: 'Target', parentId: null });
    const measured: Record<string, string>[] = [];
    let before = 0;
    for (const entries of steps) {
      await growTo(database, { original: original.id, large: large.id, from: before, to: entries });
      before = entries;
      measured.push(await measureOperations({ keepsake, person, large, target, moved: original.id }, entries));
    }
    // New connections log the plan of each statement.
    await database.query(`load 'auto_explain'`);
    await database.query(`alter system set session_preload_libraries = 'auto_explain'`);
    await database.query(`alter system set auto_explain.log_min_duration = 0`);
    await keepsake.stop();
    await database.query('select pg_reload_conf()');
    keepsake = await startKeepsake(folder.path, { settings: { DATABASE_URL: postgres.url } });
    postgres.log.clear();
    const again = await logIn(keepsake, person);
    await measureOperations({ keepsake, person: again, large, target, moved: original.id }, before);
    return [...costs(measured), ...plans(postgres.log.read())];
  } finally {
    await keepsake.stop();
    await database.end();
    await postgres.close();
    await folder.remove();
  }
}

type Growth = { original: string; from: number; to: number };

/** Writes rows directly into the database: a tenth of the files into one folder, the rest into folders of a thousand. */
async function growTo(database: Client, { original, large, from, to }: Growth & { large: string }): Promise<void> {
  const share = (entries: number) => Math.round(entries * largeFolderShare);
  await addFiles(database, { original, parent: large, from: share(from), to: share(to) });
  await database.query(
    `insert into entries (id, account, parent_id, kind, name, name_key, created_at, modified_at, trashed_at, current_version)
     select 'folder-' || i, account, null, 'folder', 'Folder ' || i, 'folder ' || i, created_at, modified_at, null, null
     from entries, generate_series($2::int, $3::int) i where id = $1`,
    [original, foldersOf(from), foldersOf(to) - 1],
  );
  for (let i = foldersOf(from); i < foldersOf(to); i += 1)
    await addFiles(database, { original, parent: `folder-${i}`, from: 0, to: filesInOthers });
  await database.query('vacuum analyze');
}

function foldersOf(entries: number): number {
  return Math.floor((entries * (1 - largeFolderShare)) / filesInOthers);
}

async function addFiles(database: Client, { original, parent, from, to }: Growth & { parent: string }): Promise<void> {
  await database.query(
    `with made as (
       insert into entries (id, account, parent_id, kind, name, name_key, created_at, modified_at, trashed_at, current_version)
       select gen_random_uuid()::text, account, $2, 'file', 'file ' || i || '.txt', 'file ' || i || '.txt',
              created_at + i, modified_at, null, gen_random_uuid()::text
       from entries, generate_series($3::int, $4::int) i where id = $1
       returning id, current_version
     )
     insert into versions (id, entry_id, blob_id, size, content_type, created_at, generation, metageneration)
     select made.current_version, made.id, blob_id, size, content_type, created_at, 1, 1
     from made, versions where versions.entry_id = $1`,
    [original, parent, from, to - 1],
  );
}

/** The times of each operation with this many entries in the account. */
async function measureOperations(scene: Scene, entries: number): Promise<Record<string, string>> {
  const { keepsake, person, large, target, moved } = scene;
  const files = Math.round(entries * largeFolderShare);
  return {
    'a page of 100 of the largest folder': timesOf(
      await readPages(keepsake, person, { folderId: large.id, files, pages: Math.min(1000, files / 100) }),
    ),
    'find a file by its path': await times(async (i) => {
      const path = `/api/objects/${encodeURI(`Large/file ${(i * 37) % files}.txt`)}`;
      await read(await person.fetch(path, { method: 'HEAD' }));
    }),
    'find files by a prefix of their names': await times(async (i) =>
      read(await person.fetch(`/api/objects?prefix=${encodeURIComponent(`Large/file ${i}`)}&limit=100`)),
    ),
    'create a folder': await times(async () => {
      await person.api.folders.create({ name: crypto.randomUUID(), parentId: large.id });
    }),
    'upload a small file': await times(async () => {
      await uploadFile(person, {
        name: crypto.randomUUID(),
        body: Buffer.from(crypto.randomUUID()),
        folderId: target.id,
      });
    }),
    'move a file there and back': await times(async (i) => {
      await person.api.entries.update({ id: moved, parentId: i % 2 === 0 ? target.id : large.id });
    }),
    'move a folder to Trash and back': await times(async () => {
      await person.api.entries.remove({ id: target.id });
      await person.api.trash.restore({ id: target.id });
    }),
  };
}

async function times(work: (i: number) => Promise<void>): Promise<string> {
  const all: number[] = [];
  for (let i = 0; i < repeats; i += 1) all.push(await timed(() => work(i)));
  return timesOf(all);
}

async function read(answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`${answer.url} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}

function costs(measured: readonly Record<string, string>[]): Figure[] {
  return Object.keys(measured[0] ?? {}).map((what) => ({
    what,
    value: steps.map((entries, i) => `${entries.toLocaleString('en')}: ${measured[i]?.[what]}`).join('; '),
  }));
}

/** How rows of the growing tables were found, from the plans in the server log. */
function plans(log: string): Figure[] {
  const counts = new Map<string, number>();
  for (const [, scan = ''] of log.matchAll(scansOfGrowing)) counts.set(scan, (counts.get(scan) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([scan, count]) => ({ what: `plans: ${scan}`, value: `${count} times` }));
}
