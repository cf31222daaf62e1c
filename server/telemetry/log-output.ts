import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { printableJsonText } from '#contract/names/printable.ts';

/** Lines that tell of no trouble may be so late, in milliseconds: what came meanwhile is one write. */
const lateMs = 20;
/** So many bytes wait for whoever reads them; lines after them are lost. */
const maxWaitingBytes = 8 * 1024 ** 2;
/** A pipe or a disk that is full is tried again after this time, in milliseconds. */
const fullMs = 50;

/** pino's number for `warn`. */
const warnLevel = 40;
/** Tells pino to say the level of each line (pino, "Transports"). */
const wantsLevels = Symbol.for('pino.metadata');

const standardOutput = 1;

/**
 * Where a log goes. A write costs as much as a small request, so that lines below `warn` are written together; one of `warn`
 * and above is written at once, after those before it. Nobody waits for whoever reads them slowly or not at all. What is left
 * is written when the process exits, as far as it is read.
 */
export function createLogOutput(file = standardOutput): DestinationStream {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  process.once('exit', () => {
    try {
      for (let rest = takeWaiting(); rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
    } catch {
      // Nobody reads it.
    }
  });

  const stream = {
    [wantsLevels]: true,
    /** Of the line that is written now; set by pino. */
    lastLevel: 0,
    write(line: string) {
      const bytes = Buffer.from(`${printableJsonText(line.trimEnd())}\n`);
      if (isClosed || waitingBytes + bytes.length > maxWaitingBytes) return;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (stream.lastLevel >= warnLevel) writeNext();
      else soon(lateMs);
    },
  };
  return stream;

  function soon(ms: number): void {
    timer ??= setTimeout(writeNext, ms).unref();
  }

  function writeNext(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    const bytes = takeWaiting();
    write(file, bytes, (error, count) => {
      isWriting = false;
      // Nobody will read it any more. Whatever else it is passes, as a disk that is full does.
      isClosed = error?.code === 'EPIPE';
      if (isClosed) return;
      const rest = error === null ? bytes.subarray(count) : bytes;
      if (rest.length > 0) putBack(rest);
      if (error === null) writeNext();
      else soon(fullMs);
    });
  }

  function takeWaiting(): Buffer {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    return bytes;
  }

  function putBack(rest: Buffer): void {
    waiting.unshift(rest);
    waitingBytes += rest.length;
  }
}
