import { beforeAll, describe, expect, test } from 'vitest';
import { personAt, signUp } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startNginx } from '#tests/support/server/nginx.ts';
import { startTwoNodes } from '#tests/support/server/two-nodes.ts';

/** Below the 5 s after which a stream looks by itself. */
const soonMs = 4000;

describe('tabs of one person on two nodes', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });

  test('see each change of each other soon, in order, once', async () => {
    const here = await signUp(nodes.one);
    const there = personAt(nodes.other, here);
    const [heardHere, heardThere] = [await listenLive(here), await listenLive(there)];
    const names: string[] = [];
    const tookMs: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      const name = `change ${i}`;
      const person = i % 2 === 0 ? here : there;
      if (i % 3 === 0) await uploadFile(person, { name, body: bytes(20_000, name) });
      else await person.api.folders.create({ name, parentId: null });
      names.push(name);
      const since = performance.now();
      for (const heard of [heardHere, heardThere])
        await waitFor(() => heard.changes.length === names.length, { what: `${name} at both` });
      tookMs.push(performance.now() - since);
    }
    // Without signals each would wait for the next look; a busy machine may hold up some.
    expect(tookMs.toSorted((one, other) => one - other)[5]).toBeLessThan(soonMs);
    for (const { changes, resets } of [heardHere, heardThere]) {
      expect(changes.map(({ folder, file }) => (folder ?? file)?.name)).toEqual(names);
      expect(changes.map(({ revision }) => revision)).toEqual(names.map((_, i) => i + 1));
      expect(resets).toEqual([]);
    }
  });

  test('show what is on its way to any node, and not what has ended at another one', async () => {
    const here = await signUp(nodes.one);
    const there = personAt(nodes.other, here);
    const heard = await listenLive(there);
    const onTheWay = () => heard.transfers.at(-1)?.map(({ name, received }) => `${name} ${received}`);
    const begin = async (name: string) =>
      new URL(await tus(here).place({ name, length: 10 }), here.server.baseUrl).pathname;
    const first = await begin('first.bin');
    await tus(here).send(first, 0, bytes(4));
    await waitFor(() => onTheWay()?.join() === 'first.bin 4', { what: 'the first bytes' });
    // The node that tells of it now hears of its end, though nobody listens there.
    await tus(there).send(first, 4, bytes(6));
    await waitFor(() => onTheWay()?.length === 0, { what: 'its end' });
    const second = await begin('second.bin');
    await tus(here).send(second, 0, bytes(4));
    await waitFor(() => onTheWay()?.includes('second.bin 4'), { what: 'the next upload' });
    expect(onTheWay()).toEqual(['second.bin 4']);

    const late = await listenLive(there);
    await waitFor(() => late.transfers.length > 0, { what: 'what is on its way, without a change' });
    await tus(there).giveUp(second);
    await waitFor(() => late.transfers.at(-1)?.length === 0, { what: 'its end, too' });
  });

  test('receive nothing of another person', async () => {
    const [ada, bob] = [await signUp(nodes.one), await signUp(nodes.other)];
    const heard = await listenLive(bob);
    await ada.api.folders.create({ name: 'Secret', parentId: null });
    const own = await personAt(nodes.one, bob).api.folders.create({ name: 'Own', parentId: null });
    await waitFor(() => heard.changes.length > 0, { what: 'a change' });
    expect(heard.changes.map(({ entryId }) => entryId)).toEqual([own.id]);
  });

  test('miss nothing when their node stops or dies and they come to the other one', async () => {
    const ada = await signUp(nodes.one);
    const nginx = await startNginx(nodes.one, nodes.other);
    const heard = await listenLive(personAt(nginx, ada));
    const names: string[] = [];
    for (const [down, up] of [
      [nodes.one, nodes.other],
      [nodes.other, nodes.one],
    ] as const) {
      for (const end of [down.stop, () => down.kill('SIGKILL')]) {
        await end();
        const name = `change ${names.length}`;
        await personAt(up, ada).api.folders.create({ name, parentId: null });
        names.push(name);
        await waitFor(() => heard.changes.length === names.length, { what: `${name} at the node that is left` });
        await down.restart();
      }
    }
    expect(heard.changes.map(({ folder }) => folder?.name)).toEqual(names);
    expect(heard.resets).toEqual([]);
  });
});
