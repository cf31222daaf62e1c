import type { Metadata } from 'sharp';

/** Profiles of cameras and screens have a few kilobytes; those of printers, which have more, are no profiles of RGB. */
const maxProfileBytes = 64 * 1024;

/** The profile of RGB of an image whose colours are not sRGB: its description, in ASCII or UTF-16, says so (ICC.1, 7.2 and 9.2). */
export function ownProfile({ icc, space }: Pick<Metadata, 'icc' | 'space'>): Buffer | undefined {
  if (icc === undefined || icc.length > maxProfileBytes || space === 'cmyk') return undefined;
  if (icc.toString('latin1', 16, 20) !== 'RGB ') return undefined;
  return icc.includes('sRGB') || icc.includes(Buffer.from('sRGB', 'utf16le').swap16()) ? undefined : icc;
}

const riffBytes = 12;
const hasProfileFlag = 0x20;

/** A lossy WebP without a profile, with one that says what its colours are (RFC 9649, section 2.7). */
export function withProfile(
  webp: Buffer,
  profile: Buffer,
  { width, height }: { width: number; height: number },
): Buffer {
  const chunks = webp.subarray(riffBytes);
  const isExtended = chunks.toString('latin1', 0, 4) === 'VP8X';
  const extension = Buffer.alloc(10);
  if (isExtended) chunks.copy(extension, 0, 8, 18);
  else {
    extension.writeUIntLE(width - 1, 4, 3);
    extension.writeUIntLE(height - 1, 7, 3);
  }
  extension.writeUInt8(extension.readUInt8(0) | hasProfileFlag, 0);
  const rest = isExtended ? chunks.subarray(18) : chunks;
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', extension), chunk('ICCP', profile), rest]);
  return chunk('RIFF', body);
}

/** Of even length, which the length itself does not count. */
function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
