import type { FileToRead } from './reading.ts';

/** The picture of a film that somebody sent, to be drawn as if it were a file: whatever its bytes are, only a picture is found in them. */
export function posterFile(bytes: Uint8Array): FileToRead {
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  return { contentType: 'image/jpeg', name: 'poster', size: bytes.length, read };
}
