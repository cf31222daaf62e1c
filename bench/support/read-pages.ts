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
  { folderId, files, pages }: { folderId: string; files: number; pages: number },
): Promise<number[]> {
  const connection = await openConnection(port, { withBodies: true });
  const times: number[] = [];
  let cursor: string | null = null;
  let seen = 0;
  while (times.length < pages) {
    const began = performance.now();
    const { status, body } = await connection.send({ head: requestFor(pagePath(folderId, cursor), port, person) });
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

/** The path of a page of a folder. */
export function pagePath(folderId: string, cursor: string | null): string {
  return `/api/folders/${folderId}/children?limit=${pageSize}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
}

function requestFor(path: string, port: number, { cookie }: Person): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`;
}
