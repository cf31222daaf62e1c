/**
 * What the first bytes of a picture say, whatever type was declared for it. Only what is recognized here is decoded: of the
 * many formats that the decoder knows, some are documents, and some run code.
 */
export type PictureHeader = {
  format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'heif';
  /** The largest number of pixels that the header declares for one image; undefined where only the decoder can tell. */
  pixels: number | undefined;
};

/** The header of a picture that may be decoded; undefined if the bytes are none. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const startsWith = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  if (startsWith('\xff\xd8\xff')) return { format: 'jpeg', pixels: undefined };
  if (startsWith('\x89PNG\r\n\x1a\n') && head.length >= 24)
    return { format: 'png', pixels: head.readUInt32BE(16) * head.readUInt32BE(20) };
  if ((startsWith('GIF87a') || startsWith('GIF89a')) && head.length >= 10)
    return { format: 'gif', pixels: head.readUInt16LE(6) * head.readUInt16LE(8) };
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return { format: 'webp', pixels: undefined };
  if (startsWith('II*\0') || startsWith('MM\0*')) return { format: 'tiff', pixels: undefined };
  if (startsWith('ftyp', 4)) return { format: 'heif', pixels: pixelsOfHeif(head) };
  return undefined;
}

/** Of the property boxes; more is no picture of a camera. */
const maxBoxes = 10_000;
const containers = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
]);

/**
 * ISO/IEC 23008-12: each item, a tile as well as the whole, declares its size in a property `ispe`. The whole may be larger
 * than any of them only by declaring so itself.
 */
function pixelsOfHeif(head: Buffer): number {
  let most = 0;
  let boxes = 0;
  walk(0, head.length);
  return most;

  function walk(from: number, to: number): void {
    for (let at = from; at + 8 <= to; ) {
      boxes += 1;
      const type = head.toString('latin1', at + 4, at + 8);
      const size = sizeOf(at, to);
      // A box of the wrong size, or too many of them: nothing that follows can be trusted.
      if (size < 8 || at + size > to || boxes > maxBoxes) return void (most = Number.POSITIVE_INFINITY);
      const inner = containers.get(type);
      if (inner !== undefined) walk(at + 8 + inner, at + size);
      else if (type === 'ispe' && size >= 20)
        most = Math.max(most, head.readUInt32BE(at + 12) * head.readUInt32BE(at + 16));
      at += size;
    }
  }

  function sizeOf(at: number, to: number): number {
    const size = head.readUInt32BE(at);
    if (size === 0) return to - at;
    if (size !== 1) return size;
    return at + 16 <= to ? Number(head.readBigUInt64BE(at + 8)) : 0;
  }
}
