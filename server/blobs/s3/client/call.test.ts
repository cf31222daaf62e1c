import { expect, test } from 'vitest';
import { BlobStoreFull, BlobStoreUnreachable } from '../../blob-store.ts';
import { createBreaker } from './breaker.ts';
import { createCalls } from './call.ts';

const { call } = createCalls(createBreaker({ now: () => 0 }));

/** What a call throws when the server answers with an error. */
const thrownOn = (name: string, httpStatusCode: number) =>
  call(1000, () => Promise.reject(Object.assign(new Error(name), { name, $metadata: { httpStatusCode } }))).catch(
    (error: unknown) => error,
  );

test.each([
  ['AccessDenied', 403],
  ['InvalidAccessKeyId', 403],
  ['RequestTimeTooSkewed', 403],
  ['ExpiredToken', 400],
  ['NoSuchBucket', 404],
])('refused access says nothing about an object: %s', async (name, status) => {
  expect(await thrownOn(name, status)).toBeInstanceOf(BlobStoreUnreachable);
});

test('other answers are thrown as they are, and a full store is one', async () => {
  expect(await thrownOn('NoSuchKey', 404)).toMatchObject({ name: 'NoSuchKey' });
  expect(await thrownOn('InvalidPart', 400)).toMatchObject({ name: 'InvalidPart' });
  expect(await thrownOn('QuotaExceeded', 403)).toBeInstanceOf(BlobStoreFull);
});
