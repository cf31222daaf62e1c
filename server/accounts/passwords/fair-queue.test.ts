import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const stranger = (id: string) => ({ id, network: id, isKnown: false });
const known = (id: string, network = id) => ({ id, network, isKnown: true });

function rest(queue: ReturnType<typeof createFairQueue<string>>): string[] {
  const jobs = [];
  for (let job = queue.next(); job !== undefined; job = queue.next()) jobs.push(job);
  return jobs;
}

test('senders take turns, and so do known ones with all others', () => {
  const queue = createFairQueue<string>(10);
  for (const job of ['a1', 'a2', 'a3']) queue.add(job, stranger('a'));
  queue.add('b1', stranger('b'));
  for (const job of ['k1', 'k2']) queue.add(job, known('k'));
  expect(rest(queue)).toEqual(['k1', 'a1', 'k2', 'b1', 'a2', 'a3']);
});

test('known senders that come again and again keep no stranger waiting', () => {
  const queue = createFairQueue<string>(10);
  queue.add('a1', stranger('a'));
  const taken = [];
  for (let i = 0; i < 4; i += 1) {
    for (const id of ['k', 'l']) queue.add(`${id}${i}`, known(id));
    taken.push(queue.next());
  }
  expect(taken).toContain('a1');
});

test('one sender cannot keep the others out', () => {
  const queue = createFairQueue<string>(3);
  for (const job of ['a1', 'a2', 'a3']) expect(queue.add(job, stranger('a'))).toBeUndefined();
  expect(queue.add('a4', stranger('a'))).toBe('a4');
  expect(queue.add('b1', stranger('b'))).toBe('a3');
  expect(queue.add('b2', stranger('b'))).toBe('b2');
  expect(queue.add('c1', stranger('c'))).toBe('a2');
  expect(queue.add('d1', stranger('d'))).toBe('d1');
  expect(rest(queue)).toEqual(['a1', 'b1', 'c1']);
});

test('neither lane keeps the other out of its half', () => {
  const queue = createFairQueue<string>(4);
  for (const job of ['a1', 'a2', 'b1', 'c1']) queue.add(job, stranger(job.charAt(0)));
  expect(queue.add('k1', known('k'))).toBe('a2');
  expect(queue.add('k2', known('k'))).toBe('a1');
  expect(queue.add('k3', known('k'))).toBe('k3');
  expect(queue.add('l1', known('l'))).toBe('k2');
  expect(queue.add('d1', stranger('d'))).toBe('d1');
  expect(rest(queue)).toEqual(['k1', 'b1', 'l1', 'c1']);

  for (const job of ['k1', 'k2', 'k3', 'l1']) queue.add(job, known(job.charAt(0)));
  expect(queue.add('a1', stranger('a'))).toBe('k3');
  expect(queue.add('b1', stranger('b'))).toBe('k2');
  expect(queue.add('c1', stranger('c'))).toBe('c1');
});

test('many accounts of one network keep no known browser of another out', () => {
  const queue = createFairQueue<string>(4);
  for (const job of ['a', 'b', 'c', 'd']) queue.add(job, known(job, 'theirs'));
  expect(queue.add('e', known('e', 'theirs'))).toBe('e');
  expect(queue.add('own', known('own', 'home'))).toBe('a');
  expect(rest(queue)).toEqual(['b', 'c', 'd', 'own']);
});

test.each([
  ['of the same network', () => 'everybody'],
  ['of as many networks', (id: string) => id],
])('many accounts %s, which log in again and again, keep no known browser out', (_which, networkOf) => {
  let now = 0;
  const queue = createFairQueue<string>(4, () => now);
  const theirs = ['a', 'b', 'c', 'd'];
  for (const id of theirs) queue.add(id, known(id, networkOf(id)));
  for (let i = 0; i < theirs.length; i += 1) {
    const id = queue.next() ?? '';
    queue.add(id, known(id, networkOf(id)));
  }
  expect(queue.add('own', known('own', networkOf('own')))).toBe('a');
  // Nobody takes its place: each of them has had more.
  expect(queue.add('a', known('a', networkOf('a')))).toBe('a');
  expect(rest(queue)).toEqual(['b', 'c', 'd', 'own']);

  // What was done counts for a minute.
  now = 60_000;
  for (const id of theirs) queue.add(id, known(id, networkOf(id)));
  expect(queue.add('own', known('own', networkOf('own')))).toBe('own');
});
