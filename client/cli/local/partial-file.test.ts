import { expect, test } from 'vitest';
import { ConnectionLost } from '../../storage/requests/storage-error.ts';
import { receive } from './partial-file.ts';

const bytes = new Uint8Array(100_000).fill(7);

test('a full disk is no broken connection, which would be tried again', async () => {
  const full = receive({ stream: arriving(), isPart: false }, '/dev/full', () => {});
  await expect(full).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('a broken connection is one, whatever it does to the file', async () => {
  const broken = receive({ stream: arriving(new Error('reset')), isPart: false }, '/dev/null', () => {});
  await expect(broken).rejects.toBeInstanceOf(ConnectionLost);
});

/** Never ends by itself; with an error it breaks after the first bytes. */
function arriving(error?: Error): ReadableStream<Uint8Array<ArrayBuffer>> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      pulls += 1;
      if (error !== undefined && pulls > 1) controller.error(error);
      else controller.enqueue(bytes);
    },
  });
}
