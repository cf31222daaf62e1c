import { basename } from 'node:path';
import sharp from 'sharp';
import type { File } from '#contract/records/entries.ts';
import type { Person } from '../client/build-account.ts';
import { programOf, programWith } from '../client/program.ts';
import { tus } from '../client/tus.ts';
import { uploadFile } from '../client/upload-file.ts';
import { freshDatabase } from '../engines/fresh-database.ts';
import { storageOf } from '../engines/storage.ts';
import { bytes, sha256 } from '../fixtures/bytes.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { type Installation, ownFolder } from '../server/operator.ts';
import { startServer, type TestServer } from '../server/start-server.ts';

/** Small in the database, one block, several parts of S3, more than one block. */
const sizes = [0, 12, 3000, 16 * 1024, 16 * 1024 + 1, 300_000, 4 * 1024 ** 2, 9_000_000, 21_000_000];
const filesAtOnce = 8;

/** What someone knows of the things they keep. */
export type Belongings = Awaited<ReturnType<typeof fillInstallation>>;

/** A server on a folder with SQLite, whatever the engines of the project. */
export async function singleMachine(): Promise<TestServer> {
  return await startServer({ env: { DATABASE_URL: '', STORAGE_URL: '' } });
}

/** A place for many nodes: an empty database and a prefix of a bucket where nothing lies; how a command names both. */
export async function clusterPlace(): Promise<Installation & { names: string[] }> {
  const dataFolder = await ownFolder('node');
  const databaseUrl = await freshDatabase();
  const storage = storageOf(`${dataFolder}/${basename(dataFolder)}-place`).settings;
  return { dataFolder, databaseUrl, storage, names: [databaseUrl ?? '', storage['STORAGE_URL'] ?? ''] };
}

/** The same installation for a command that has to reach the S3 server too. */
export function withKeys({ dataFolder, databaseUrl, storage }: Installation): Installation {
  const { STORAGE_URL: _, ...keys } = storageOf(dataFolder).settings;
  return { dataFolder, databaseUrl, storage: { ...keys, ...storage } };
}

/** Keeps files of all sizes, versions, things in Trash, an app password and a link; `more` small files beside them. */
export async function fillInstallation(person: Person, more = 0) {
  const folder = await person.api.folders.create({ name: 'Album', parentId: null });
  const inner = await person.api.folders.create({ name: 'Summer', parentId: folder.id });
  const contents = new Map<string, { url: string; sha256: string }>();
  const upload = async (name: string, size: number, folderId: string | null, seed = name): Promise<File> => {
    const body = bytes(size, seed);
    const file = await uploadFile(person, { name, body, folderId });
    contents.set(file.url, { url: file.url, sha256: sha256(body) });
    return file;
  };
  for (const size of sizes) await upload(`${size}.bin`, size, inner.id);
  for (const seed of ['first', 'second', 'third']) await upload('versions.bin', 200_000, null, seed);
  const reused = await upload('reused.bin', 40_000, folder.id);
  const gone = await upload('gone.bin', 50_000, folder.id);
  const { token } = await programOf(person);
  const link = await person.api.downloadTokens.create({ fileId: reused.id });
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const pictured = await uploadFile(person, { name: 'red.png', body: picture, contentType: 'image/png' });
  await person.api.entries.remove({ id: gone.id });
  const trashed = { id: gone.id, sha256: contents.get(gone.url)?.sha256 };
  contents.delete(gone.url);

  let next = 0;
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (let i = next++; i < more; i = next++) {
        // Every fifth one is too large for the database.
        const body = bytes(i % 5 === 0 ? 20_000 + i : 100 + i, `more ${i}`);
        const answer = await tus(person).begin({
          name: `more ${i}.bin`,
          length: body.length,
          body,
          folderId: folder.id,
        });
        const id = answer.headers.get('keepsake-file');
        const { file } = await person.api.entries.get({ id: id ?? '' });
        contents.set(file?.url ?? '', { url: file?.url ?? '', sha256: sha256(body) });
      }
    }),
  );
  return {
    contents,
    trashed,
    token,
    link: link.url,
    preview: pictured.url.replace('/content/', '/preview/').replace(/\/[^/]*$/, ''),
  };
}

/** What of the belongings is missing or another elsewhere, as the same session, program and link see it. */
export async function missingThings(
  { contents, trashed, token, link, preview }: Belongings,
  there: TestServer,
  person: Person,
): Promise<string[]> {
  const wrong: string[] = [];
  const left = [...contents.values()];
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        const answer = await person.fetch(one.url);
        if (sha256(await answer.arrayBuffer()) !== one.sha256) wrong.push(`${one.url}: ${answer.status}`);
      }
    }),
  );
  const { file } = await person.api.trash.restore({ id: trashed.id });
  const back = await person.fetch(file?.url ?? '/');
  if (sha256(await back.arrayBuffer()) !== trashed.sha256) wrong.push('what lay in Trash');
  await person.api.entries.remove({ id: trashed.id });
  if ((await programWith(token, there).fetch('/api/folders/root')).status !== 200) wrong.push('the app password');
  if ((await fetch(new URL(link, there.baseUrl))).status !== 200) wrong.push('the link');
  await waitFor(async () => (await person.fetch(preview)).status === 200, { what: 'the thumbnail' });
  return wrong;
}
