import { maxBatchIndexBytes } from '#contract/limits.ts';
import { batchIndex } from '#contract/records/upload-batch.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { parseJson } from '#server/errors/parse-json.ts';
import { required } from '#server/errors/required.ts';

const prefixBytes = 4;

export type BatchFile = { length: number; metadata: Record<string, string>; bytes: Buffer };

/**
 * The files of a body of `POST /api/files/batch`, given in pieces. Throws invalid-input, body-too-large; then nothing of it may be
 * stored.
 */
export function readBatch(pieces: readonly Buffer[]): BatchFile[] {
  const body = takingFrom(pieces);
  const indexBytes = body.take(prefixBytes)?.readUInt32BE(0);
  if (indexBytes !== undefined && indexBytes > maxBatchIndexBytes)
    throw new KeepsakeError('body-too-large', { data: { maxBytes: maxBatchIndexBytes } });
  const index = indexBytes === undefined ? undefined : body.take(indexBytes);
  if (index === undefined) throw invalid('', 'The index is cut off');
  const { success, data, error } = batchIndex.safeParse(parseJson(index));
  if (!success)
    throw new KeepsakeError('invalid-input', {
      data: { issues: error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })) },
    });
  const files = data.files.flatMap((file) => {
    const bytes = body.take(file.length);
    return bytes === undefined ? [] : [{ ...file, bytes }];
  });
  if (files.length < data.files.length || body.left() > 0)
    throw invalid('files', 'The lengths of the files are not those of the bytes');
  return files;
}

/**
 * Takes bytes from pieces in their order. What lies in one piece is not copied: one buffer for all of them costs more than
 * anything else that is done with a small file here, since it has to come from the system.
 */
function takingFrom(pieces: readonly Buffer[]) {
  let left = pieces.reduce((sum, { length }) => sum + length, 0);
  const following = pieces.values();
  /** What is left of the piece that was taken from last. */
  let rest: Buffer = Buffer.alloc(0);
  return {
    left: () => left,
    /** Undefined when fewer bytes are left. */
    take(length: number): Buffer | undefined {
      if (length > left) return undefined;
      left -= length;
      const parts: Buffer[] = [];
      for (let missing = length; missing > 0; ) {
        if (rest.length === 0) rest = required(following.next().value, 'piece of a body');
        const part = rest.subarray(0, missing);
        rest = rest.subarray(part.length);
        missing -= part.length;
        parts.push(part);
      }
      const [first] = parts;
      return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts);
    },
  };
}

function invalid(path: string, message: string): KeepsakeError {
  return new KeepsakeError('invalid-input', { data: { issues: [{ path, message }] } });
}
