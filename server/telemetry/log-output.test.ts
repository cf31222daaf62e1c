import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogOutput } from './log-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openLog() {
  const writes: string[][] = [];
  const messages = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
  return { log: pino({}, createLogOutput({ write: (text) => void writes.push(messages(text)) })), writes };
}

test('lines that tell of no trouble are written together, soon', () => {
  const { log, writes } = openLog();
  log.info('one');
  log.info('two');
  expect(writes).toEqual([]);
  vi.advanceTimersByTime(20);
  log.info('three');
  vi.advanceTimersByTime(20);
  expect(writes).toEqual([['one', 'two'], ['three']]);
});

test('a warning is written at once, after what came before it', () => {
  const { log, writes } = openLog();
  log.info('one');
  log.warn('two');
  expect(writes).toEqual([['one', 'two']]);
  log.error('three');
  expect(writes).toEqual([['one', 'two'], ['three']]);
  vi.advanceTimersByTime(1000);
  expect(writes).toHaveLength(2);
});

test('many lines in one turn are written before they take much memory', () => {
  const { log, writes } = openLog();
  for (let i = 0; i < 1000; i += 1) log.info('x'.repeat(100));
  expect(writes.length).toBeGreaterThan(1);
});
