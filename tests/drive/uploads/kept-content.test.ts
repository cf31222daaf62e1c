import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownScope, type Scope } from '#server/drive/access/scope.ts';
import { openDrive } from '../open-drive.ts';

const mebibyte = 1024 ** 2;

let statements: string[];
let opened: Awaited<ReturnType<typeof openDrive>>;
let scope: Scope;
let folder: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  statements = [];
  opened = await openDrive({ onStatement: (kind) => statements.push(kind) });
  scope = ownScope({ kind: 'person', account: 'somebody' });
  folder = (await drive().treeEdit.createFolder(scope, { name: 'Films', parentId: null })).id;
});
afterEach(async () => {
  // What is kept open is closed.
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
});

const drive = () => opened.drive.ofScope;

async function store(name: string, bytes: Buffer) {
  const upload = { name, folderId: folder, length: bytes.length, metadata: {} };
  const { fileId } = await drive().uploads.commitSingleRequest(scope, drive().uploads.newId(), { upload, bytes });
  const row = await opened.db.selectFrom('entries').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
  return { fileId, versionId: row.current_version ?? '', bytes };
}

type Stored = Awaited<ReturnType<typeof store>>;

/** Reads a range, and returns the name that the file has. */
async function read({ fileId, versionId, bytes }: Stored, start = 100, end = 200): Promise<string> {
  const { blob, name } = await drive().content.open(scope, fileId, versionId);
  const pieces: Buffer[] = [];
  for await (const piece of blob.bytes({ start, end })) pieces.push(Buffer.from(piece));
  await blob.close();
  expect(Buffer.concat(pieces).equals(bytes.subarray(start, end + 1))).toBe(true);
  return name;
}

/** How many files of the store this process has open. */
async function openFiles(): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(`${opened.folder}/blobs`)).length;
}

test('a range after the first is one statement, until something of the account changes', async () => {
  const film = await store('film.mp4', randomBytes(3 * mebibyte));
  await read(film);
  statements.length = 0;
  await read(film, 1_000_000, 1_300_000);
  expect(statements).toHaveLength(1);
  await drive().treeEdit.updateEntry(scope, film.fileId, { name: 'renamed.mp4' });
  expect(await read(film)).toBe('renamed.mp4');
  const gone = { code: 'object-not-found' };
  await drive().treeEdit.trashEntry(scope, folder);
  await expect(read(film)).rejects.toMatchObject(gone);
  await drive().treeEdit.restoreEntry(scope, folder);
  expect(await read(film)).toBe('renamed.mp4');
  await opened.db.updateTable('blobs').set({ damaged_at: 1 }).execute();
  await expect(read(film)).rejects.toMatchObject({ code: 'file-damaged' });
  await opened.db.updateTable('blobs').set({ damaged_at: null }).execute();
  expect(await read(film)).toBe('renamed.mp4');
  await opened.db.deleteFrom('versions').execute();
  await expect(read(film)).rejects.toMatchObject(gone);
});

test('files stay open for 5 seconds, 64 of them at most, and each of them is read as if it were not', async () => {
  const files: Stored[] = [];
  for (let i = 0; i < 70; i += 1) files.push(await store(`${i}.bin`, randomBytes(20_000 + i)));
  for (const file of files) await read(file);
  // Whoever has read a file waits for no other to be closed.
  await expect.poll(openFiles).toBe(64);
  await Promise.all(files.flatMap((file) => [read(file), read(file, 0, 19_999)]));
  await expect.poll(openFiles).toBe(64);
  await vi.advanceTimersByTimeAsync(5000);
  await expect.poll(openFiles).toBe(0);
  for (const file of files) await read(file);
});
