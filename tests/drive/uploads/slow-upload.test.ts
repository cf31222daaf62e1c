import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from '../open-drive.ts';

const hourMs = 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const person = { kind: 'person', account: 'ada' } as const;

test('an upload whose bytes come for longer than a day does not expire meanwhile, and nobody discards it then', async () => {
  const { drive, db } = await openDrive();
  const { uploads } = drive.ofScope;
  const scope = ownScope(person);
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

test('what a PUT leaves whose process is gone takes space for two hours, however long its bytes came', async () => {
  const { drive, db } = await openDrive();
  const lifetimes: number[] = [];
  const noteLifetime = async () => {
    const { expires_at } = await db.selectFrom('uploads').select('expires_at').executeTakeFirstOrThrow();
    lifetimes.push(expires_at - Date.now());
  };
  async function* slowly() {
    yield Buffer.from('abc');
    await noteLifetime();
    for (let hour = 0; hour < 5; hour += 1) {
      vi.advanceTimersByTime(hourMs);
      await vi.waitFor(async () => {
        await noteLifetime();
        expect(lifetimes.at(-1)).toBeGreaterThan(1.5 * hourMs);
      });
    }
    yield Buffer.from('def');
    await noteLifetime();
  }
  const { object } = await drive.ofScope.putObject(
    ownScope(person),
    { folders: [], name: 'slow.bin' },
    {
      bytes: slowly(),
      length: undefined,
      metadata: () => ({}),
      createFolders: false,
      confirm: noteLifetime,
      isAbandoned: () => false,
    },
  );
  expect(object).toMatchObject({ size: 6 });
  expect(Math.max(...lifetimes)).toBeLessThanOrEqual(2 * hourMs);
});

test('what a PUT leaves whose process is gone keeps the same PUT out for a quarter of an hour at most', async () => {
  const { drive, db } = await openDrive();
  const { uploads } = drive.ofScope;
  const scope = ownScope(person);
  const put = async () => {
    const id = uploads.newId();
    const single = { isSingleRequest: true, lifetimeMs: 2 * hourMs };
    await uploads.begin(scope, id, { name: 'large.bin', folderId: null, length: 6, metadata: {}, ...single });
    return id;
  };
  await put();
  await db.updateTable('accounts').set({ quota_bytes: 10 }).where('user_id', '=', 'ada').execute();
  vi.advanceTimersByTime(hourMs / 6);
  await expect(put()).rejects.toMatchObject({ code: 'quota-exceeded' });
  vi.advanceTimersByTime(hourMs / 12);
  const id = await put();
  expect(await db.selectFrom('uploads').select('id').execute()).toEqual([{ id }]);
});
