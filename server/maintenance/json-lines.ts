import { open } from 'node:fs/promises';

const flushBytes = 1024 ** 2;

/** Writes a new file (0600) of lines, durably; its folder is not synced yet. Returns how many lines there are. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let pending = '';
    let count = 0;
    for await (const line of lines) {
      pending += line;
      count += 1;
      if (pending.length >= flushBytes) {
        await file.writeFile(pending);
        pending = '';
      }
    }
    await file.writeFile(pending);
    await file.sync();
    return count;
  } finally {
    await file.close();
  }
}

/** The values of a file that has one as JSON in each line. */
export async function* readValues<Value>(path: string): AsyncIterable<Value> {
  const file = await open(path);
  for await (const line of file.readLines()) yield JSON.parse(line) as Value;
}
