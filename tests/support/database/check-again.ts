import { waitFor } from '../fixtures/wait-for.ts';
import type { TestServer } from '../server/start-server.ts';
import { query } from './query.ts';

/** Has the scrub check a blob again when the server starts, and waits until it has. */
export async function checkAgain(server: TestServer, blobId: string): Promise<void> {
  await query(server, `update blobs set verified_at = 1 where id = '${blobId}'`);
  await server.restart();
  await waitFor(
    async () => {
      const [row] = await query(server, `select verified_at from blobs where id = '${blobId}'`);
      return Number(row?.['verified_at']) > 1;
    },
    { what: 'the check of the blob' },
  );
}
