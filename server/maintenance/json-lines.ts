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
  for await (const line of linesOf(path)) yield JSON.parse(line) as Value;
}

/** The lines of a text file, which end with a line feed and nothing else: Node's own reader ends them at U+2028 and U+2029, too. */
export async function* linesOf(path: string): AsyncIterable<string> {
  const file = await open(path);
  let rest = '';
  for await (const text of file.createReadStream({ encoding: 'utf8' })) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
