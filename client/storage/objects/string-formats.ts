import { fromBase64 } from '../requests/encodings.ts';
import { StorageError } from '../requests/storage-error.ts';

/** How a string encodes bytes. */
export type StringFormat = 'raw' | 'base64' | 'base64url' | 'data_url';

/** The bytes, and the content type if the string states it. */
export type Decoded = { bytes: Uint8Array<ArrayBuffer>; contentType?: string };

/**
 * Decodes a string: UTF-8 (`raw`), Base64 or Base64url (RFC 4648, with or without padding), or a data URL (RFC 2397).
 * Throws invalid-format if it is malformed.
 */
export function decodeString(text: string, format: StringFormat): Decoded {
  try {
    if (format === 'raw') return { bytes: utf8(text) };
    if (format === 'base64') return { bytes: strictBase64(text, /^[A-Za-z0-9+/]*={0,2}$/) };
    if (format === 'base64url') {
      const bytes = strictBase64(text, /^[\w-]*={0,2}$/, (value) => value.replaceAll('-', '+').replaceAll('_', '/'));
      return { bytes };
    }
    if (format === 'data_url') return dataUrl(text);
  } catch (cause) {
    throw new StorageError('invalid-format', { detail: { format }, cause });
  }
  throw new StorageError('invalid-argument', { detail: { format } });
}

/** A lone surrogate has no UTF-8 encoding. */
function utf8(text: string): Uint8Array<ArrayBuffer> {
  if (!text.isWellFormed()) throw new Error('A lone surrogate');
  return new TextEncoder().encode(text);
}

function strictBase64(text: string, alphabet: RegExp, translate = (value: string) => value) {
  if (!alphabet.test(text)) throw new Error('A character outside the alphabet');
  return fromBase64(translate(text));
}

function dataUrl(text: string): Decoded {
  const parts = /^data:(?<type>[^,]*?)(?<base64>;base64)?,(?<data>.*)$/s.exec(text)?.groups;
  if (parts === undefined) throw new Error('Not a data URL');
  const contentType = parts['type'] || undefined;
  const data = decodeURIComponent(parts['data'] ?? '');
  const bytes = parts['base64'] ? strictBase64(data, /^[A-Za-z0-9+/]*={0,2}$/) : utf8(data);
  return { bytes, contentType };
}
