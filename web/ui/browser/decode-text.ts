export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes from which an encoding is guessed. */
const sampleBytes = 65_536;
/** The share of the zero bytes of UTF-16 that stand in the same half of its units. */
const leastOneSided = 0.95;
/** The share of characters that no text has: with more it is none. */
const mostControls = 0.01;
/** The controls of ASCII that texts have: tab, line feed, form feed, carriage return, escape (colours of logs). */
const usualControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
/** What no text has beside the others: delete, what windows-1252 leaves undefined, and what is no character. */
const otherControls = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xfffe, 0xffff]);

/**
 * The text in bytes, of which the last character may be cut: by its byte order mark, else UTF-8 if they are valid, UTF-16 if
 * their zeros look like it, else windows-1252, which every sequence of bytes is. Lines end with a line feed, whatever they
 * ended with. Undefined if the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  const text = (encoding && decodeAs(encoding, bytes)) ?? decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes);
  return text?.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** WHATWG Encoding standard, section 6.1 (BOM sniff). */
function markedEncoding([first, second, third]: Uint8Array): TextEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** In UTF-16 each character of ASCII, and so each space and each end of a line, has a zero in its upper half. */
function unmarkedUtf16(bytes: Uint8Array): TextEncoding | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0] as [number, number];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[(at % 2) as 0 | 1] += 1;
  const [even, odd] = zeros;
  if (even + odd < sample.length / 100) return undefined;
  if (odd >= leastOneSided * (even + odd)) return 'utf-16le';
  return even >= leastOneSided * (even + odd) ? 'utf-16be' : undefined;
}

/** The text, if the bytes are valid in that encoding and look like one. */
function decodeAs(encoding: TextEncoding, bytes: Uint8Array): string | undefined {
  try {
    // As a part of a stream, what is cut at its end is no error.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    const sample = text.slice(0, sampleBytes);
    return countControls(sample) <= mostControls * sample.length ? text : undefined;
  } catch {
    return undefined;
  }
}

function countControls(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 ? !usualControls.has(unit) : otherControls.has(unit)) count += 1;
  }
  return count;
}
