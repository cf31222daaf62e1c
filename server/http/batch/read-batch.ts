import { maxBatchIndexBytes } from '#contract/limits.ts';
import { batchIndex } from '#contract/records/upload-batch.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { parseJson } from '#server/errors/parse-json.ts';

const prefixBytes = 4;

export type BatchFile = { length: number; metadata: Record<string, string>; bytes: Buffer };

/** The files of a body of `POST /api/files/batch`. Throws invalid-input, body-too-large; then nothing of it may be stored. */
export function readBatch(body: Buffer): BatchFile[] {
  const indexBytes = body.length < prefixBytes ? Number.NaN : body.readUInt32BE(0);
  if (indexBytes > maxBatchIndexBytes)
    throw new KeepsakeError('body-too-large', { data: { maxBytes: maxBatchIndexBytes } });
  const start = prefixBytes + indexBytes;
  if (!(start <= body.length)) throw invalid('', 'The index is cut off');
  const { success, data, error } = batchIndex.safeParse(parseJson(body.subarray(prefixBytes, start)));
  if (!success)
    throw new KeepsakeError('invalid-input', {
      data: { issues: error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })) },
    });
  let end = start;
  const files = data.files.map((file) => ({ ...file, bytes: body.subarray(end, (end += file.length)) }));
  if (end !== body.length) throw invalid('files', 'The lengths of the files are not those of the bytes');
  return files;
}

function invalid(path: string, message: string): KeepsakeError {
  return new KeepsakeError('invalid-input', { data: { issues: [{ path, message }] } });
}
