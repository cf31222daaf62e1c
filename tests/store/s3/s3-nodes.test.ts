import { randomUUID } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlobOffsetConflict, type BlobStore } from '#server/blobs/blob-store.ts';
import { type Plan, startFaultProxy } from '#tests/support/client/fault-proxy.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { expectBytes, hashesOf, streamOf } from '../suite/bytes-of-stores.ts';
import { s3Cluster } from './s3-cluster.ts';

const mebibyte = 1024 ** 2;
const week = 7 * 24 * 60 * 60 * 1000;

type Cluster = Awaited<ReturnType<typeof s3Cluster>>;

describe('nodes that share a store in S3', () => {
  let cluster: Cluster;
  let one: BlobStore;
  let other: BlobStore;
  beforeAll(async () => {
    cluster = await s3Cluster();
    one = cluster.node();
    other = cluster.node();
  });
  afterAll(async () => {
    await one.close();
    await other.close();
  });

  /** A node whose first part of a blob is on its way until it is let go, so that others take over. */
  async function frozenWithPart() {
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    let isFrozen = false;
    const plan: Plan = ({ method, path }) => {
      isFrozen ||= method === 'PUT' && path.includes('partNumber');
      return isFrozen ? { kind: 'delay', until } : undefined;
    };
    const proxy = await startFaultProxy(cluster.endpoint, plan, { keepsHost: true });
    const slow = cluster.node({ endpoint: proxy.baseUrl });
    const id = randomUUID();
    await slow.create(id);
    const late = slow.append(id, 0, streamOf(Buffer.from(bytes(9 * mebibyte, 'wrong'))));
    late.catch(() => {});
    await waitFor(() => isFrozen, { what: 'the part to be on its way' });
    return { id, late, slow, letGo };
  }

  test('of two that append at the same offset one succeeds', async () => {
    for (const size of [1000, 9 * mebibyte]) {
      const id = randomUUID();
      const contents = [Buffer.from(bytes(size, 'one')), Buffer.from(bytes(size, 'other'))];
      await one.create(id);
      const outcomes = await Promise.allSettled(
        [one, other].map((store, i) => store.append(id, 0, streamOf(contents[i] ?? Buffer.alloc(0)))),
      );
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const loser = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(loser?.reason).toBeInstanceOf(BlobOffsetConflict);
      await one.hash(id, size);
      await expectBytes(other, id, contents[winner] ?? Buffer.alloc(0));
    }
  });

  test('a cut takes nothing from a blob that is complete, or that another node changes meanwhile', async () => {
    const id = randomUUID();
    const content = Buffer.from(bytes(9 * mebibyte));
    await one.create(id);
    await one.append(id, 0, streamOf(content.subarray(0, mebibyte)));
    const grows = async () => (await other.append(id, mebibyte, streamOf(content.subarray(mebibyte))), true);
    await expect(one.truncate(id, 0, grows)).rejects.toThrow(BlobOffsetConflict);
    expect(await one.truncate(id, 0, async () => false)).toBe(false);
    await other.hash(id, content.length);
    expect(await one.truncate(id, 0, async () => true)).toBe(false);
    await expectBytes(one, id, content);
  });

  test('what a node that died in the middle of a long request had sent stays, and another one resumes', async () => {
    const id = randomUUID();
    const content = Buffer.from(bytes(30 * mebibyte));
    await one.create(id);
    const stuck = Promise.withResolvers<never>();
    const dying = async function* () {
      yield* streamOf(content.subarray(0, 20 * mebibyte));
      await stuck.promise;
    };
    const dead = one.append(id, 0, dying());
    const offset = await waitFor(async () => ((await other.durableSize(id)) >= 16 * mebibyte ? 16 * mebibyte : false), {
      what: 'two parts',
    });
    await other.append(id, offset, streamOf(content.subarray(offset)));
    expect(await other.hash(id, content.length)).toMatchObject(hashesOf(content));
    // It was frozen only, and wakes up: its bytes are in nothing.
    stuck.reject(new Error('the client is long gone'));
    await expect(dead).rejects.toThrow(BlobOffsetConflict);
    await expectBytes(one, id, content);
  });

  test('a part that a frozen node sends late is in no blob', async () => {
    const { id, late, slow, letGo } = await frozenWithPart();
    const content = Buffer.from(bytes(18 * mebibyte, 'right'));
    await other.append(id, 0, streamOf(content.subarray(0, 10 * mebibyte)));
    letGo();
    await expect(late).rejects.toThrow(BlobOffsetConflict);
    await other.append(id, 10 * mebibyte, streamOf(content.subarray(10 * mebibyte)));
    expect(await one.hash(id, content.length)).toMatchObject(hashesOf(content));
    await expectBytes(other, id, content);
    await slow.close();
  });

  test('nor in one whose objects end with it, in the middle of a request', async () => {
    const { id, late, slow, letGo } = await frozenWithPart();
    const short = cluster.node({ segmentBytes: 16 * mebibyte });
    const content = Buffer.from(bytes(43 * mebibyte, 'right'));
    const waiting = async function* () {
      yield* streamOf(content.subarray(0, 12 * mebibyte));
      await waitFor(async () => (await other.durableSize(id)) >= 8 * mebibyte, { what: 'the first part' });
      letGo();
      await late.catch(() => {});
      yield* streamOf(content.subarray(12 * mebibyte));
    };
    await short.append(id, 0, waiting());
    await expect(late).rejects.toThrow(BlobOffsetConflict);
    expect(await short.hash(id, content.length)).toMatchObject(hashesOf(content));
    await expectBytes(short, id, content);
    await short.close();
    await slow.close();
  });

  test('of two that complete a blob both have its hashes', async () => {
    const id = randomUUID();
    const content = Buffer.from(bytes(9 * mebibyte));
    await one.create(id);
    await one.append(id, 0, streamOf(content));
    const hashed = await Promise.all([one, other, one].map((store) => store.hash(id, content.length)));
    for (const sums of hashed) expect(sums).toMatchObject(hashesOf(content));
    await expectBytes(other, id, content);
  });

  test.each([
    ['continue', 18 * mebibyte],
    ['continue with further parts', 30 * mebibyte],
  ])('parts that became an object before a node died %s', async (_, size) => {
    const id = randomUUID();
    const content = Buffer.from(bytes(size));
    await one.create(id);
    await one.append(id, 0, streamOf(content.subarray(0, 17 * mebibyte)));
    await completeParts(cluster, id);
    await expect(other.append(id, 17 * mebibyte, streamOf(content.subarray(17 * mebibyte)))).resolves.toBe(
      content.length,
    );
    expect(await other.hash(id, content.length)).toMatchObject(hashesOf(content));
    await expectBytes(one, id, content);
  });

  test('what interrupted work left is removed after a week, and nothing else', async () => {
    const begun = Date.now();
    const [growing, whole, gone] = [randomUUID(), randomUUID(), randomUUID()];
    const content = Buffer.from(bytes(10 * mebibyte));
    for (const id of [growing, whole, gone]) {
      await one.create(id);
      await one.append(id, 0, streamOf(content));
    }
    await one.hash(whole, content.length);
    // As after a restore of an older database.
    await cluster.db.deleteFrom('blob_states').where('blob_id', '=', gone).execute();
    const { client, bucket } = cluster;
    // As a call that was repeated since its first answer was lost.
    const [Key = ''] = await leftOf(cluster, whole);
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'blobs/not-ours.txt', Body: 'theirs' }));
    const left = () => leftOf(cluster, gone);
    expect(await left()).toHaveLength(2);
    await other.tidy(begun + week - 60_000);
    expect(await left()).toHaveLength(2);
    await other.tidy(Date.now() + week + 60_000);
    expect(await left()).toEqual([]);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    expect(Uploads.map((upload) => upload.UploadId)).not.toContain(UploadId);
    // Another program's, in the same bucket.
    expect(await leftOf(cluster, 'not-ours')).toEqual(['blobs/not-ours.txt']);
    await one.hash(growing, content.length);
    for (const id of [growing, whole]) await expectBytes(other, id, content);
  });

  test('a removed blob leaves nothing', async () => {
    const id = randomUUID();
    await one.create(id);
    await one.append(id, 0, streamOf(Buffer.from(bytes(10 * mebibyte))));
    expect(await leftOf(cluster, id)).toHaveLength(2);
    await other.remove(id);
    expect(await leftOf(cluster, id)).toEqual([]);
  });
});

/** Keys of objects and uploads that carry the id. */
async function leftOf({ client, bucket }: Cluster, id: string): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return [...Contents, ...Uploads].map(({ Key = '' }) => Key).filter((key) => key.includes(id));
}

/** Makes an object of the parts of a blob, as a node does that dies right after it. */
async function completeParts({ client, bucket, ledger }: Cluster, id: string): Promise<void> {
  const entry = await ledger.read(id);
  const state = JSON.parse(entry?.state ?? '{}') as {
    growing: { key: string; uploadId: string; parts: [number, string][] };
  };
  const { growing } = state;
  const ending = { parts: growing.parts.map((part) => [...part, 8 * mebibyte]), hasTail: false };
  await ledger.write(id, JSON.stringify({ ...state, growing: { ...growing, ending } }), entry?.revision);
  const Parts = growing.parts.map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
  const upload = { Bucket: bucket, Key: growing.key, UploadId: growing.uploadId, MultipartUpload: { Parts } };
  await client.send(new CompleteMultipartUploadCommand(upload));
}
