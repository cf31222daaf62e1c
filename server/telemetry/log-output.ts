import { type DestinationStream, pino } from 'pino';
import { printableJsonText } from '#contract/names/printable.ts';

/** Lines that tell of no trouble may be so late, in milliseconds: what came meanwhile is one write. */
const lateMs = 20;
/** So many characters are written at once, whatever they tell. */
const most = 64 * 1024;

/** pino's number for `warn`. */
const warnLevel = 40;

/** Tells pino to say the level of each line (pino, "Transports"). */
const wantsLevels = Symbol.for('pino.metadata');

/**
 * Standard output for a log. A write costs as much as a small request, so that lines below `warn` are written together; a
 * line of `warn` and above is written at once, after those before it. What is left is written when the process exits.
 */
export function createLogOutput(output: DestinationStream = pino.destination({ dest: 1, sync: true })) {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const writeOut = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    output.write(lines);
  };
  process.once('exit', writeOut);

  const stream = {
    [wantsLevels]: true,
    /** Of the line that is written now; set by pino. */
    lastLevel: 0,
    write(line: string) {
      waiting += `${printableJsonText(line.trimEnd())}\n`;
      if (stream.lastLevel >= warnLevel || waiting.length >= most) writeOut();
      else timer ??= setTimeout(writeOut, lateMs).unref();
    },
  };
  return stream;
}
