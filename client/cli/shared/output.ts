import { printable, printableJson, printableLines } from '#contract/names/printable.ts';

/** The progress of a command. */
export type Progress = { files: number; totalFiles: number; bytes: number; totalBytes: number };

export type Output = ReturnType<typeof createOutput>;

const barWidth = 24;
const redrawMs = 100;

/** Writes results to standard output, as text or JSON, and a progress bar to the terminal. */
export function createOutput(isJson: boolean) {
  const hasBar = !isJson && process.stderr.isTTY;
  const began = performance.now();
  let drawnAt = 0;

  return {
    /** Prints the result of a command: the value as JSON, or its lines, if it has any. */
    result(value: unknown, text: () => string): void {
      if (hasBar) process.stderr.write('\r\x1b[K');
      const lines = isJson ? printableJson(value) : printableLines(text());
      if (lines !== '') process.stdout.write(`${lines}\n`);
    },
    /** Reports an error that does not stop the command. */
    warn(message: string): void {
      if (isJson) return;
      process.stderr.write(`${hasBar ? '\r\x1b[K' : ''}${printable(message)}\n`);
    },
    progress({ files, totalFiles, bytes, totalBytes }: Progress): void {
      const now = performance.now();
      if (!hasBar || now - drawnAt < redrawMs) return;
      drawnAt = now;
      const part = totalBytes === 0 ? 1 : Math.min(bytes / totalBytes, 1);
      const full = Math.round(part * barWidth);
      const rate = bytes / 1000 ** 2 / ((now - began) / 1000);
      const bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`;
      const line = `${bar} ${Math.round(part * 100)} %  ${files} of ${totalFiles} files  ${rate.toFixed(1)} MB/s`;
      process.stderr.write(`\r\x1b[K${line}`);
    },
  };
}
