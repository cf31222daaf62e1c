import { v5 as uuidv5 } from 'uuid';
import { resumableThreshold } from '#contract/storage.ts';
import { required } from '#server/errors/required.ts';
import type { EntryPageRow } from '../account-archives/account-archive-rows.ts';
import type { Told } from '../facts/told-facts.ts';
import type { OpenBlob } from '../files/open-blob.ts';
import type { FileToPut } from '../placing/put-files.ts';
import type { PlacedRow } from './not-there-yet.ts';

/** Whether a file is read whole. */
export function isSmall({ length }: Pick<FileToPut, 'length'>): boolean {
  return length <= resumableThreshold;
}

/** A file of somebody as the upload of somebody else: its content with its SHA-256, name, time and what is told of it. */
export function fileToPut(openBlob: OpenBlob, { row, folderId }: PlacedRow, top: string): FileToPut {
  const version = required(row.version, 'version of a file');
  return {
    // Of this content in that folder, so that it is stored once.
    id: uuidv5(version, top),
    folderId,
    name: row.name,
    length: row.size,
    modifiedAt: row.modified_at,
    contentType: row.content_type ?? undefined,
    sha256: row.sha256 ?? undefined,
    objectMetadata: row.metadata ?? undefined,
    told: toldOf(row),
    async read() {
      const buffers: Buffer[] = [];
      for await (const bytes of bytesOf()) buffers.push(bytes);
      return Buffer.concat(buffers);
    },
    bytes: bytesOf,
  };

  /** Copies, since whoever stores them gathers more of them than a blob keeps valid. */
  async function* bytesOf(): AsyncGenerator<Buffer> {
    const blob = await openBlob({ id: required(row.blob_id, 'blob of a file'), size: row.size, sha256: row.sha256 });
    try {
      if (row.size > 0) for await (const bytes of blob.bytes()) yield Buffer.from(bytes);
    } finally {
      await blob.close();
    }
  }
}

function toldOf(row: EntryPageRow): Told | undefined {
  const { told_taken_at: takenAt, told_description: description, told_latitude: latitude } = row;
  const place = latitude === null || row.told_longitude === null ? null : { latitude, longitude: row.told_longitude };
  return takenAt === null && description === null && place === null ? undefined : { takenAt, description, place };
}
