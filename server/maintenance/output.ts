import { printable, printableJson, printableLines } from '#contract/names/printable.ts';
import { sizeText } from '#contract/texts/amounts.ts';

/** How far a command is: so many of so many things, and their bytes. */
export type Progress = { what: string; done: number; of: number; bytes: number };

export type Output = ReturnType<typeof createOutput>;

const drawMs = 100;
const clearLine = '\r\x1b[K';

/** Results on the standard output, as text or JSON; complaints and, on a terminal, progress on the other one. */
export function createOutput(isJson: boolean) {
  const isDrawing = !isJson && process.stderr.isTTY;
  let drawnAt = 0;

  return {
    /** Prints what a command found or did: the value as JSON, or its text. */
    result(value: unknown, text: () => string): void {
      if (isDrawing) process.stderr.write(clearLine);
      process.stdout.write(`${isJson ? printableJson(value) : printableLines(text())}\n`);
    },
    /** Reports an error that does not end the command. */
    complain(sentence: string): void {
      if (!isJson) process.stderr.write(`${isDrawing ? clearLine : ''}${printable(sentence)}\n`);
    },
    draw({ what, done, of, bytes }: Progress): void {
      const now = performance.now();
      if (!isDrawing || now - drawnAt < drawMs) return;
      drawnAt = now;
      process.stderr.write(`${clearLine}${what}: ${done} of ${of}, ${sizeText(bytes)}`);
    },
  };
}
