/** Every number in section 9 of the specification, by its name in the contract. */
import { expect, test } from 'vitest';
import { api } from './api/api.ts';
import { defaultPageSize } from './api/paging.ts';
import { toastDelayMs, toastFadeMs, toastMaxWidthPx } from './display.ts';
import { maxPageSize, minPageSize } from './limits.ts';
import { shownCutGraphemes, shownWholeGraphemes } from './names/names.ts';
import * as retries from './retries.ts';
import * as storage from './storage.ts';

test('the upload chunk starts at 262144 bytes and is capped at 33554432 bytes', () => {
  expect(storage.firstChunkBytes).toBe(262_144);
  expect(storage.maxChunkBytes).toBe(33_554_432);
  // The chunk size doubles, and the cap is one of its sizes.
  expect(Math.log2(storage.maxChunkBytes / storage.firstChunkBytes) % 1).toBe(0);
});

test('a blob larger than 262144 bytes is resumable', () => {
  expect(storage.resumableThreshold).toBe(262_144);
});

test('the retry times are 120000 ms for an operation and 600000 ms for an upload', () => {
  expect(retries.maxOperationRetryMs).toBe(120_000);
  expect(retries.maxUploadRetryMs).toBe(600_000);
});

test('408, 429 and 500 to 599 are retried, and the delay is capped at 64 seconds', () => {
  expect(retries.retriedStatuses).toEqual([408, 429]);
  expect(retries.maxRetryDelayMs).toBe(64_000);
});

test('a page of a list holds 1 to 1000', () => {
  expect([minPageSize, maxPageSize]).toEqual([1, 1000]);
  const limit = api.folders.children['~orpc'].inputSchema?.shape.limit;
  expect([0, 1, 1000, 1001].map((value) => limit?.safeParse(value).success)).toEqual([false, true, true, false]);
  expect(limit?.parse(undefined)).toBe(defaultPageSize);
});

test('names of 10 or more are shown as 8 and an ellipsis', () => {
  expect([shownWholeGraphemes, shownCutGraphemes]).toEqual([9, 8]);
});

test('a toast stays 5000 ms, fades in 300 ms and is at most 250 px wide', () => {
  expect([toastDelayMs, toastFadeMs, toastMaxWidthPx]).toEqual([5000, 300, 250]);
});
