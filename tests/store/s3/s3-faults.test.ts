import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BlobStore, BlobStoreUnreachable } from '#server/blobs/blob-store.ts';
import { type Fault, type Passing, type Plan, startFaultProxy } from '#tests/support/client/fault-proxy.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { expectBytes, hashesOf, streamOf } from '../suite/bytes-of-stores.ts';
import { s3Cluster } from './s3-cluster.ts';

const mebibyte = 1024 ** 2;

type Cluster = Awaited<ReturnType<typeof s3Cluster>>;

describe('a store in S3 whose server is in trouble', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await s3Cluster();
  });
  const stores: BlobStore[] = [];
  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  /** A node that reaches the server through a proxy. */
  async function behind(plan: Plan) {
    const proxy = await startFaultProxy(cluster.endpoint, plan, { keepsHost: true });
    const store = cluster.node({ endpoint: proxy.baseUrl });
    stores.push(store);
    return { store, proxy };
  }

  const slowDown: Fault = {
    kind: 'answer',
    status: 503,
    headers: { 'content-type': 'application/xml' },
    body: '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Slow down</Message></Error>',
  };

  test.each<[string, Fault]>([
    ['is refused with 503', slowDown],
    ['is answered with nonsense', { kind: 'answer', status: 500, body: 'a page of a proxy' }],
    ['breaks off on its way', { kind: 'cut request', afterBytes: 70_000 }],
    ['is done, and its answer is lost', { kind: 'drop answer' }],
    ['is done, and its answer is cut', { kind: 'cut answer', afterBytes: 30 }],
    [
      'is done, and its answer names another ETag',
      { kind: 'headers', headers: { etag: '"0123456789abcdef0123456789abcdef"' } },
    ],
  ])('the first try of each call %s: all is stored and read as it was', async (_, fault) => {
    const { store } = await behind(everyFirst(fault));
    const id = randomUUID();
    const content = Buffer.from(bytes(18 * mebibyte));
    await store.create(id);
    await store.append(id, 0, streamOf(content.subarray(0, 3 * mebibyte)));
    await store.append(id, 3 * mebibyte, streamOf(content.subarray(3 * mebibyte)));
    expect(await store.hash(id, content.length)).toMatchObject(hashesOf(content));
    await expectBytes(store, id, content);
    const small = randomUUID();
    await store.put(small, content.subarray(0, 100_000));
    await expectBytes(store, small, content.subarray(0, 100_000));
    await store.remove(id);
    await store.remove(small);
  });

  test('objects that are not seen at once after they were put are waited for', async () => {
    let hidden = 0;
    const { store } = await behind(({ method }) => {
      const isHidden = (method === 'GET' || method === 'HEAD') && hidden > 0;
      if (!isHidden) return undefined;
      hidden -= 1;
      return { kind: 'answer', status: 404 };
    });
    const id = randomUUID();
    const content = Buffer.from(bytes(5 * mebibyte));
    await store.put(id, content);
    hidden = 3;
    await expectBytes(store, id, content);
    hidden = 2;
    await expectBytes(store, id, content);
  });

  test('bodies that break off again and again are read to their end', async () => {
    const { store } = await behind(({ method, headers }) =>
      method === 'GET' && headers.range !== undefined ? { kind: 'cut answer', afterBytes: 3 * mebibyte } : undefined,
    );
    const id = randomUUID();
    const content = Buffer.from(bytes(10 * mebibyte));
    await store.put(id, content);
    await expectBytes(store, id, content);
  });

  test('that is gone is reported soon; nothing acknowledged is lost, and it continues when it is back', async () => {
    let isGone = false;
    const { store, proxy } = await behind(() => (isGone ? { kind: 'answer', status: 502 } : undefined));
    const id = randomUUID();
    const content = Buffer.from(bytes(12 * mebibyte));
    await store.create(id);
    await store.append(id, 0, streamOf(content.subarray(0, 9 * mebibyte)));
    isGone = true;
    await expect(store.append(id, 9 * mebibyte, streamOf(content.subarray(9 * mebibyte)))).rejects.toThrow(
      BlobStoreUnreachable,
    );
    // After four failures nobody is made to wait, for a while.
    const asked = proxy.requests();
    await expect(store.put(randomUUID(), content.subarray(0, 1000))).rejects.toThrow(BlobStoreUnreachable);
    expect(proxy.requests()).toBe(asked);
    expect(await store.durableSize(id)).toBe(9 * mebibyte);

    isGone = false;
    await waitFor(async () => (await store.append(id, 9 * mebibyte, streamOf(content.subarray(9 * mebibyte)))) > 0, {
      what: 'the store to continue',
    });
    expect(await store.hash(id, content.length)).toMatchObject(hashesOf(content));
    await expectBytes(store, id, content);
  });

  test('an answer of the ledger that is lost takes nothing from what is stored, whatever it was about', async () => {
    const content = Buffer.from(bytes(18 * mebibyte));
    const { store: whole } = await behind(() => undefined);
    for (let lost = 1, isLost = true; isLost; lost += 1) {
      let notes = 0;
      isLost = false;
      const store = cluster.node({
        ledger: {
          ...cluster.ledger,
          async write(...note) {
            const written = await cluster.ledger.write(...note);
            notes += 1;
            if (notes !== lost) return written;
            isLost = true;
            throw new Error('Connection terminated unexpectedly');
          },
        },
      });
      stores.push(store);
      const id = randomUUID();
      await whole.create(id);
      for (const end of [mebibyte, content.length]) {
        const append = async () => {
          const at = await store.durableSize(id);
          await store.append(id, at, streamOf(content.subarray(at, end)));
        };
        await append().catch(append);
      }
      const hash = () => store.hash(id, content.length);
      expect(await hash().catch(hash)).toMatchObject(hashesOf(content));
    }
  });

  test('the many objects of a huge blob are removed a few at a time, and leave connections to other calls', async () => {
    let [atWork, most, all] = [0, 0, 0];
    const server = createServer((_, outgoing) => {
      [atWork, all] = [atWork + 1, all + 1];
      most = Math.max(most, atWork);
      setTimeout(() => {
        atWork -= 1;
        outgoing.writeHead(204).end();
      }, 50);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEndOfFile(() => void server.close());
    const store = cluster.node({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    stores.push(store);
    const [hashed, removed] = [randomUUID(), randomUUID()];
    const sums = Array.from({ length: 500 }, (_, part) => `keepsake/sums/${part}`);
    const state = JSON.stringify({ size: 0, segments: [], isComplete: true, pieces: [], sums });
    for (const id of [hashed, removed]) await cluster.ledger.write(id, state, undefined);
    await store.forgetHashing(hashed);
    await store.remove(removed);
    expect(all).toBe(2 * sums.length);
    expect(most).toBeLessThanOrEqual(100);
  });

  test('that hangs is reported within its time, and then at once', async () => {
    let hangs = false;
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    atEndOfFile(letGo);
    const { store, proxy } = await behind(() => (hangs ? { kind: 'delay', until } : undefined));
    const id = randomUUID();
    await store.put(id, Buffer.from('stored'));
    hangs = true;
    await expect(store.open(id)).rejects.toThrow(BlobStoreUnreachable);
    const asked = proxy.requests();
    await expect(store.open(id)).rejects.toThrow(BlobStoreUnreachable);
    expect(proxy.requests()).toBe(asked);
    hangs = false;
    await waitFor(async () => (await store.open(id)).size === 6, { what: 'the store to continue' });
  });
});

/** The first request to each address with each method meets the fault; further ones pass. */
function everyFirst(fault: Fault): Plan {
  const seen = new Set<string>();
  return ({ method, path }: Passing) => {
    const call = `${method} ${path}`;
    if (seen.has(call)) return undefined;
    seen.add(call);
    return fault;
  };
}
