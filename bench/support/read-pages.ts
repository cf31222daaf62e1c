import type { Person } from '#tests/support/client/build-account.ts';
import { openConnection } from '../load/connection.ts';
import type { ServerProcess } from './server-process.ts';

const pageSize = 100;

type Page = { folders: unknown[]; files: unknown[]; nextCursor: string | null };

/**
 * Reads a folder in pages of 100, starting over at its end, until `pages` are read. Returns the time of each in
 * milliseconds. Throws if the folder does not contain `files` files.
 */
export async function readPages(
  { port }: ServerProcess,
  person: Person,
  { folderId, files, pages, order }: { folderId: string; files: number; pages: number; order?: Record<string, string> },
): Promise<number[]> {
  const connection = await openConnection(port, { withBodies: true });
  const times: number[] = [];
  let cursor: string | null = null;
  let seen = 0;
  while (times.length < pages) {
    const began = performance.now();
    const { status, body } = await connection.send({
      head: requestFor(pagePath(folderId, cursor, order), port, person),
    });
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`A page was answered with ${status}`);
    const page = JSON.parse(String(body)) as Page;
    seen += page.files.length;
    cursor = page.nextCursor;
    if (cursor !== null) continue;
    if (seen !== files) throw new Error(`The pages have ${seen} files, not ${files}`);
    seen = 0;
  }
  connection.close();
  return times;
}

/** The path of a page of a folder; `order` has what the call takes for it. */
export function pagePath(folderId: string, cursor: string | null, order: Record<string, string> = {}): string {
  const query = new URLSearchParams({ limit: String(pageSize), ...order, ...(cursor === null ? {} : { cursor }) });
  return `/api/folders/${folderId}/children?${query}`;
}

function requestFor(path: string, port: number, { cookie }: Person): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`;
}
