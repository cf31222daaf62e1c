import { expect, test } from 'vitest';
import { BlobStoreUnreachable } from '../../blob-store.ts';
import { createBreaker } from './breaker.ts';

function breaker() {
  let time = 0;
  const made = createBreaker({ now: () => time });
  const fail = (outcome: 'failed' | 'hung' = 'failed') => made.leave(made.enter(), outcome);
  return { ...made, fail, pass: (ms: number) => void (time += ms) };
}

test('opens after four failures in a row, or two calls that hung', () => {
  const failing = breaker();
  for (let i = 0; i < 3; i += 1) failing.fail();
  failing.leave(failing.enter(), 'answered');
  for (let i = 0; i < 4; i += 1) failing.fail();
  expect(failing.enter).toThrow(BlobStoreUnreachable);

  const hanging = breaker();
  hanging.fail('hung');
  hanging.fail('hung');
  expect(hanging.enter).toThrow(BlobStoreUnreachable);
});

test('lets one call through after a pause, and all when that one came back', () => {
  const open = breaker();
  for (let i = 0; i < 4; i += 1) open.fail();
  open.pass(1999);
  expect(open.enter).toThrow(BlobStoreUnreachable);
  open.pass(1);
  const probe = open.enter();
  expect(probe).toBe(true);
  expect(open.enter).toThrow(BlobStoreUnreachable);
  open.leave(probe, 'failed');
  expect(open.enter).toThrow(BlobStoreUnreachable);
  open.pass(2000);
  open.leave(open.enter(), 'answered');
  expect([open.enter(), open.enter()]).toEqual([false, false]);
});
