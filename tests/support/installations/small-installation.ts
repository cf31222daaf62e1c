import type { File } from '#contract/records/entries.ts';
import { type Person, signUp } from '../client/build-account.ts';
import { uploadFile } from '../client/upload-file.ts';
import { bytes, sha256 } from '../fixtures/bytes.ts';
import { startServer, type TestServer } from '../server/start-server.ts';

/** A server and someone who keeps a few things there. */
export type SmallInstallation = {
  server: TestServer;
  person: Person;
  /** The record and the SHA-256 of each file by its name. */
  files: Map<string, { file: File; sha256: string }>;
  folderId: string;
};

/** Large and small files, in Root, in folders and in Trash; one with two versions, two with the same bytes. */
export async function smallInstallation(options: Parameters<typeof startServer>[0] = {}): Promise<SmallInstallation> {
  const server = await startServer(options);
  const person = await signUp(server);
  const folder = await person.api.folders.create({ name: 'Album', parentId: null });
  const inner = await person.api.folders.create({ name: 'Summer', parentId: folder.id });
  const files: SmallInstallation['files'] = new Map();
  for (const [name, size, folderId] of [
    ['tiny.txt', 12, null],
    ['empty.txt', 0, null],
    ['note.txt', 3000, inner.id],
    ['large.bin', 300_000, null],
    ['photo.raw', 700_000, inner.id],
    ['gone.bin', 40_000, folder.id],
  ] as const) {
    const body = bytes(size, name);
    files.set(name, { file: await uploadFile(person, { name, body, folderId }), sha256: sha256(body) });
  }
  await uploadFile(person, { name: 'duplicate.bin', body: bytes(300_000, 'large.bin'), folderId: folder.id });
  const later = bytes(50_000, 'later');
  files.set('large.bin', { file: await uploadFile(person, { name: 'large.bin', body: later }), sha256: sha256(later) });
  await person.api.entries.remove({ id: files.get('gone.bin')?.file.id ?? '' });
  files.delete('gone.bin');
  return { server, person, files, folderId: folder.id };
}
