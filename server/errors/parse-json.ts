import { KeepsakeError } from './keepsake-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON that a client sent. Throws invalid-json, also for bytes that are not UTF-8 (RFC 8259, section 8.1): another text would be stored in their place. */
export function parseJson(bytes: ArrayBuffer | Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new KeepsakeError('invalid-json', { cause });
  }
}
