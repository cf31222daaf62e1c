/** A server that is killed while thousands of things are moved or copied. */
import { expect, test } from 'vitest';
import { createBatch } from '#client/batch.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { growTree } from '#tests/support/client/large-tree.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { isUnreachable } from './support/scene.ts';
import { withFault } from './support/strace.ts';

const wide = faultSetting('things', 2000);
const kills = faultSetting('kills', 3);
const atOnce = 100;
const seed = faultSeed();

test(`${wide} things moved and copied, killed in the middle: whole batches are done, nothing is lost or doubled (seed ${seed})`, {
  timeout: testMs + wide * 50,
}, async () => {
  const random = createRandom(seed);
  const server = await startServer();
  // The end of the server is what this test is about.
  server.expectLog(/ended by itself/);
  const ada = await signUp(server);
  const { id: from } = await growTree(ada, { wide, levels: 0, times: 1 });
  const { id: to } = await ada.api.folders.create({ name: 'To', parentId: null });
  const all = await namesIn(ada, from);
  expect(all.size).toBe(wide);

  let moved = 0;
  for (let kill = 1; moved < wide; kill += 1) {
    const ids = [...(await namesIn(ada, from)).values()];
    const killAfter =
      kill > kills ? Number.POSITIVE_INFINITY : random.between(1, Math.ceil(wide / atOnce / (kills + 1))) * atOnce;
    let acknowledged = 0;
    for (let at = 0; at < ids.length; at += atOnce) {
      const batch = createBatch(ada.api);
      for (const id of ids.slice(at, at + atOnce)) batch.move(id, to, 'stay');
      const moving = batch.commit().then(() => (acknowledged += atOnce));
      if (acknowledged < killAfter) await moving;
      else {
        await Promise.all([server.kill('SIGKILL'), moving.catch(expectUnreachable)]);
        break;
      }
    }
    if (kill <= kills) await server.restart();
    const [left, there] = [await namesIn(ada, from), await namesIn(ada, to)];
    const done = there.size - moved;
    expect([acknowledged, acknowledged + atOnce]).toContain(done);
    moved = there.size;
    expect(new Map([...left, ...there])).toEqual(all);
    expect(left.size + there.size).toBe(wide);
  }

  // The thread that writes is there from the first write on.
  await ada.api.entries.update({ id: to, starred: true });
  // In the middle of the copy, which is made in several steps.
  const third = { thread: 'database', call: 'fsync', k: 3, what: 'signal=KILL' } as const;
  await withFault(server.pid, third, () =>
    expect(ada.api.entries.copy({ id: to, parentId: null, name: 'Copy' })).rejects.toMatchObject({
      code: 'unavailable',
    }),
  );
  await server.kill('SIGKILL');
  await server.restart();
  const folders = async () => (await ada.api.folders.children({ id: 'root' })).folders.map(({ name }) => name);
  expect((await folders()).toSorted()).toEqual(['Level 0', 'To']);
  const { folder } = await ada.api.entries.copy({ id: to, parentId: null, name: 'Copy' });
  expect([...(await namesIn(ada, folder?.id ?? '')).keys()].toSorted()).toEqual([...all.keys()].toSorted());
});

function expectUnreachable(error: unknown): void {
  if (!isUnreachable(error)) throw error;
}

/** The ids of the files in a folder by their names. */
async function namesIn({ api }: Person, id: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | null | undefined;
  do {
    const page = await api.folders.children({ id, limit: 1000, ...(cursor ? { cursor } : {}) });
    for (const file of page.files) found.set(file.name, file.id);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
