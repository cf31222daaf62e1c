import type { Place } from '../client/build-account.ts';
import { again, type Begin, stranger } from './strangers.ts';

const bodyBytes = 7_400_000;
const atOnce = 8;

export const emptyParts = (place: Place): Promise<Begin> => postAgain(place, filledWith('--b\r\n\r\n\r\n'));

export const headerLines = (place: Place): Promise<Begin> =>
  postAgain(place, Buffer.concat([Buffer.from('--b\r\n'), filledWith('a: b\r\n')]));

async function postAgain(place: Place, body: Buffer<ArrayBuffer>): Promise<Begin> {
  const person = await stranger(place);
  return again(async () => {
    const headers = { 'content-type': 'multipart/related; boundary=b' };
    const response = await person.fetch('/api/objects/parts.bin', { method: 'POST', headers, body });
    await response.body?.cancel();
  }, atOnce);
}

function filledWith(text: string): Buffer<ArrayBuffer> {
  return Buffer.alloc(bodyBytes, text);
}
