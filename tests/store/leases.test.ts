import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLeases, createLocalLeases } from '#server/cluster/leases.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';

describe('work that one node at a time does for all', () => {
  let db: Database;
  beforeAll(async () => {
    const opened = await openDatabase({ url: await freshDatabase({ hasTables: true }), file: tmpdir() });
    atEndOfFile(opened.close);
    db = opened.db;
  });

  /** Begins work that continues until it is ended. */
  function begin(holder: string, name: string) {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = createLeases({ db, holder }).hold(name, async () => {
      begun.resolve();
      await ended.promise;
    });
    return { begun: begun.promise, held, end: ended.resolve, fail: ended.reject };
  }

  const tryOnce = async (holder: string, name: string) => {
    let times = 0;
    const done = await createLeases({ db, holder }).hold(name, async () => void (times += 1));
    return { done, times };
  };

  test('is left to the node that is at it, and free when that is done or has failed', async () => {
    const first = begin('one', 'sweep');
    await first.begun;
    expect(await tryOnce('other', 'sweep')).toEqual({ done: false, times: 0 });
    expect(await tryOnce('other', 'another work')).toEqual({ done: true, times: 1 });
    first.end();
    expect(await first.held).toBe(true);

    const second = begin('other', 'sweep');
    await second.begun;
    second.fail(new Error('the disk'));
    await expect(second.held).rejects.toThrow('the disk');
    expect(await tryOnce('one', 'sweep')).toEqual({ done: true, times: 1 });
  });

  test.each([
    ['alone', () => createLocalLeases()],
    ['among others', () => createLeases({ db, holder: 'busy' })],
  ])('is not begun again by a node %s that is at it', async (_, leasesOf) => {
    const leases = leasesOf();
    const ended = Promise.withResolvers<void>();
    let times = 0;
    const work = async () => void (times += 1);
    const held = leases.hold('sort', () => ended.promise);
    expect(await leases.hold('sort', work)).toBe(false);
    expect(await leases.hold('count', work)).toBe(true);
    ended.reject(new Error('the disk'));
    await expect(held).rejects.toThrow('the disk');
    expect(await leases.hold('sort', work)).toBe(true);
    expect(times).toBe(2);
  });

  test('of a node that is silent is taken over, by one; the end of the silent one takes nothing from that', async () => {
    const silent = begin('silent', 'count');
    await silent.begun;
    await db.updateTable('leases').set({ until: 0 }).where('name', '=', 'count').execute();
    const heirs = ['a', 'b', 'c'].map((holder) => begin(holder, 'count'));
    const winner = await Promise.any(heirs.map(async (heir) => heir.begun.then(() => heir)));
    const losers = heirs.filter((heir) => heir !== winner);
    expect(await Promise.all(losers.map(({ held }) => held))).toEqual([false, false]);

    silent.end();
    await silent.held;
    expect(await tryOnce('d', 'count')).toEqual({ done: false, times: 0 });
    winner.end();
    await winner.held;
    expect(await tryOnce('d', 'count')).toEqual({ done: true, times: 1 });
  });

  test('that a node was at when it was killed is its own again when it is back', async () => {
    const killed = begin('back soon', 'tidy');
    await killed.begun;
    expect(await tryOnce('back soon', 'tidy')).toEqual({ done: true, times: 1 });
    killed.end();
    await killed.held;
  });
});
