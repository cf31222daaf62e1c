import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { fileAt } from '../tree/files-at.ts';
import { addVersions } from '../versions/add-versions.ts';

/** Makes what a file holds the next version of the file at a place, which shares its bytes. Throws what `fileAt` throws. */
export async function nextVersionFrom(
  write: Write,
  scope: Scope,
  { from, to, at }: { from: string; to: { folderId: string | null; name: string }; at: number },
): Promise<void> {
  const there = required(await fileAt(write.trx, scope, { ...to, ifGeneration: null }), 'file with a taken name');
  const source = await write.trx
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select(['entries.modified_at', 'versions.blob_id', 'versions.size', 'versions.content_type', 'versions.metadata'])
    .where('entries.id', '=', from)
    .where('entries.account', '=', scope.account)
    .executeTakeFirstOrThrow();
  const { blob_id: blobId, content_type: contentType, modified_at: modifiedAt, size, metadata } = source;
  await addVersions(write, scope, [{ ...to, there, blobId, size, contentType, metadata, modifiedAt, at }], {
    apart: false,
  });
}
