import { forEachLimit } from '#client/cli/shared/for-each-limit.ts';
import { sendByHttp } from '#client/cli/shared/send-by-http.ts';
import { createUploadBatches } from '#client/storage/transfer/upload-batches.ts';
import { startUpload } from '#client/storage/upload.ts';
import { maxBatchFiles } from '#contract/limits.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { contentOf, nameOf } from '../load/requests.ts';
import { timed } from '../support/figures.ts';
import type { ServerProcess } from '../support/server-process.ts';
import type { UploadResult } from './upload-files.ts';

/** As many as the command line has under way. */
const atOnce = 2 * maxBatchFiles;
const sampled = 20;

/** Uploads files of one size as our own client does, which sends small ones together. Throws if one is not what was sent. */
export async function uploadByOwnClient(
  server: ServerProcess,
  person: Person,
  { fileBytes, first, count }: { fileBytes: number; first: number; count: number },
): Promise<UploadResult> {
  const { id: folderId } = await person.api.folders.create({ name: `together ${first}`, parentId: null });
  const to = { ...person.server, send: sendByHttp };
  const batches = createUploadBatches(to);
  const numbers = Array.from({ length: count }, (_, i) => first + i);
  const before = await server.processorMs();
  const own = process.cpuUsage();
  const ids = new Map<number, string>();
  const ms = await timed(() =>
    forEachLimit(numbers, atOnce, async (number) => {
      const source = { name: nameOf(number), body: contentOf(number, fileBytes), folderId };
      ids.set(number, await startUpload(to, source, { batches }).done);
    }),
  );
  const { user, system } = process.cpuUsage(own);
  const after = await server.processorMs();
  for (const number of numbers.filter((_, i) => i % Math.ceil(count / sampled) === 0)) {
    const { file } = await person.api.entries.get({ id: ids.get(number) ?? '' });
    const received = Buffer.from(await (await person.fetch(file?.url ?? '')).arrayBuffer());
    if (!received.equals(contentOf(number, fileBytes))) throw new Error(`${nameOf(number)} is not what was sent`);
  }
  return { rate: count / (ms / 1000), processorMs: (after - before) / count, loadShare: (user + system) / 1000 / ms };
}
