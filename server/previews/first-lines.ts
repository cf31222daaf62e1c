/** What is no character of a text, or turns the direction of what follows. XML has none of these either. */
const unshown = /[\p{Cc}\p{Cs}\p{Cf}\p{Co}\p{Cn}\ufffe\uffff\ufffd]/gu;
const spacesOfTab = '  ';

/**
 * The first lines of a text, long ones broken: at most `lines` of at most `columns` characters. UTF-8, UTF-16 with its mark, or else
 * Windows-1252. None if the bytes are no text.
 */
export function firstLines(bytes: Uint8Array, { columns, lines }: { columns: number; lines: number }): string[] {
  const text = decoded(bytes);
  if (text === undefined) return [];
  const found: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/, lines)) {
    const characters = Array.from(line.replaceAll('\t', spacesOfTab).replaceAll(unshown, ''));
    for (let at = 0; found.length < lines; at += columns) {
      found.push(
        characters
          .slice(at, at + columns)
          .join('')
          .trimEnd(),
      );
      if (at + columns >= characters.length) break;
    }
  }
  return found.every((line) => line === '') ? [] : found;
}

function decoded(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    // What is cut off at the end is waited for.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
