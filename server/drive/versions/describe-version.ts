import { kindOf } from '#contract/kinds.ts';
import type { Scope } from '../access/scope.ts';
import type { Description } from '../changes/steps.ts';
import type { Write } from '../changes/transactions.ts';
import { waitForReading } from './add-versions.ts';

/** Changes what is said of the current version of a file, inside a transaction. */
export async function describeVersion(
  { trx, changed, did }: Write,
  { account }: Scope,
  { fileId, versionId, to, at }: { fileId: string; versionId: string; to: Description; at: number },
): Promise<void> {
  const version = trx.selectFrom('versions').where('id', '=', versionId);
  const before = await version
    .select(['blob_id', 'size', 'content_type', 'metadata', 'metageneration'])
    .executeTakeFirstOrThrow();
  const metageneration = before.metageneration + 1;
  await trx
    .updateTable('versions')
    .set({ content_type: to.contentType, metadata: to.metadata, metageneration, updated_at: at })
    .where('id', '=', versionId)
    .execute();
  await trx
    .updateTable('entries')
    .set({ sort_kind: kindOf(to.contentType) })
    .where('id', '=', fileId)
    .where('account', '=', account)
    .execute();
  if (before.blob_id !== null)
    await waitForReading(trx, account, [{ blobId: before.blob_id, size: before.size, contentType: to.contentType }]);
  changed(fileId);
  const from = { contentType: before.content_type, metadata: before.metadata };
  did({ did: 'describe', id: fileId, versionId, from, to: { metageneration } });
}
