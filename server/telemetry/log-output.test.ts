import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createLogOutput } from './log-output.ts';

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'log');
}

function openLog(path: string, flags: number | string) {
  const file = openSync(path, flags);
  onTestFinished(() => closeSync(file));
  return pino({}, createLogOutput(file));
}

function messagesIn(text: string): string[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

test('lines are written soon, in their order; those that tell of trouble at once', async () => {
  const path = newPath();
  const log = openLog(path, 'w');
  const written = () => messagesIn(readFileSync(path, 'utf8'));
  log.info('one');
  log.info('two');
  expect(written()).toEqual([]);
  await expect.poll(written).toEqual(['one', 'two']);
  log.info('three');
  log.warn('four');
  log.info('five');
  await expect.poll(written).toEqual(['one', 'two', 'three', 'four', 'five']);
});

test('a pipe that nobody reads holds nobody up, and has its lines when somebody does', async () => {
  const path = newPath();
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  const log = openLog(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const wanted = Array.from({ length: 5000 }, (_, i) => `line ${i} ${'x'.repeat(100)}`);
  for (const line of wanted) log.info(line);
  let text = '';
  const piece = Buffer.alloc(1024 ** 2);
  const readMore = () => {
    try {
      text += piece.toString('utf8', 0, readSync(reader, piece));
    } catch {
      // Nothing more is there yet.
    }
    return text.split('\n').length - 1;
  };
  await expect.poll(readMore).toBe(wanted.length);
  expect(messagesIn(text)).toEqual(wanted);
});
