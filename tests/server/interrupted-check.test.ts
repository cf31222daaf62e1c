import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { checkAgain } from '#tests/support/database/check-again.ts';
import { query } from '#tests/support/database/query.ts';
import { blobOf, storeBytes } from '#tests/support/database/stored-bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const mebibyte = 1024 ** 2;
/** Of which the sums are one row. */
const partBytes = 256 * mebibyte;

test('a check that was interrupted resumes in the part where it stopped', async () => {
  const server = await startServer();
  const ada = await signUp(server);
  const body = Buffer.alloc(partBytes + mebibyte);
  const file = await uploadFile(ada, { name: 'large.bin', body });
  const blobId = await blobOf(server, file);
  const state = () => ada.api.files.integrity({ id: file.id });
  body[5] = 1;
  await storeBytes(server, blobId, Buffer.alloc(0));
  await storeBytes(server, blobId, body);
  // As if the first part had been read before it was damaged.
  await query(server, `update blobs set verified_to = ${partBytes} where id = '${blobId}'`);
  await checkAgain(server, blobId);
  expect((await state()).verifiedAt).not.toBeNull();
  server.expectLog(/A blob is damaged/);
  await checkAgain(server, blobId);
  await waitFor(async () => (await state()).damagedAt !== null, { what: 'the whole check' });
});
