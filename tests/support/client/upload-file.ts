import { startUpload } from '#client/storage/upload.ts';
import type { File } from '#contract/records/entries.ts';
import type { Person } from './build-account.ts';

/** Uploads a file as a client does and returns its record. */
export async function uploadFile(
  person: Person,
  {
    name,
    body,
    folderId = null,
    contentType,
    lastModified,
  }: { name: string; body: Uint8Array; folderId?: string | null; contentType?: string; lastModified?: number },
): Promise<File> {
  const id = await startUpload(person.server, { name, body: Buffer.from(body), folderId, contentType, lastModified })
    .done;
  const { file } = await person.api.entries.get({ id });
  if (file === null) throw new Error(`${name} is no file`);
  return file;
}
