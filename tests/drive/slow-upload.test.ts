import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from './open-drive.ts';

const hourMs = 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('an upload whose bytes come for longer than a day does not expire meanwhile, and nobody discards it then', async () => {
  const { drive, db } = await openDrive();
  const { uploads } = drive.ofScope;
  const scope = ownScope({ kind: 'person', account: 'ada' });
  const id = uploads.newId();
  await uploads.begin(scope, id, { name: 'slow.bin', folderId: null, length: 6, metadata: {} });
  const expiry = async () => (await db.selectFrom('uploads').select('expires_at').executeTakeFirst())?.expires_at ?? 0;
  const first = await expiry();
  async function* slowly() {
    yield Buffer.from('abc');
    for (let hour = 0; hour < 30; hour += 1) {
      vi.advanceTimersByTime(hourMs);
      await vi.waitFor(async () => expect(await expiry()).toBeGreaterThan(Date.now() + 20 * hourMs));
    }
    // As a node that read the row long ago.
    await uploads.discard(scope, id, first);
    yield Buffer.from('def');
  }
  const { stored } = await uploads.append(scope, id, 0, slowly());
  expect(stored).toMatchObject({ fileId: expect.any(String) });
});
