/**
 * The child process that looks into files: those that people upload may be broken or malicious. It has access to no files
 * and no secrets: bytes come in by message, facts and pictures go out. Its parent kills it when it takes too long.
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { readFile } from '../read-file.ts';
import { type FileDescription, nothing } from '../reading.ts';
import type { FromProcess, ToProcess } from './thumbnail-process.ts';

setPriority(10);
sharp.cache(false);
sharp.concurrency(1);

let onBytes: ((bytes: Uint8Array | null) => void) | undefined;
/** What a library began to read ahead, and does not want any more, ends nobody. */
process.on('unhandledRejection', () => {});

process.on('message', (message: ToProcess) => {
  if ('file' in message) void answer(message.file);
  else onBytes?.(message.bytes);
});
process.on('disconnect', () => process.exit(0));
send('ready');

async function answer(file: FileDescription): Promise<void> {
  let isOver = false;
  const toRead = { ...file, read: (start: number, end: number) => read(start, end, () => isOver) };
  const found = await readFile(toRead, (facts) => send({ facts })).catch(() => nothing);
  // What was read ahead of this file comes before the next one, and what a library still asks for gets nothing.
  isOver = true;
  await last;
  send({ found, heldBytes: process.memoryUsage.rss() });
}

/** One range after the other, whoever asks; none of a file that was answered. */
let last: Promise<unknown> = Promise.resolve();
function read(start: number, end: number, isOver: () => boolean): Promise<Uint8Array> {
  const reading = last.then(async () => {
    if (isOver()) throw new Error('The file was answered');
    const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
    onBytes = resolve;
    send({ wanted: { start, end } });
    const bytes = await promise;
    if (bytes === null) throw new Error('No more of this file is read');
    return bytes;
  });
  last = reading.catch(() => {});
  return reading;
}

function send(message: FromProcess): void {
  process.send?.(message);
}
