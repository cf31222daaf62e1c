/** The polynomial of CRC-32, its lowest power first (ITU-T V.42). */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** The CRC-32 of two texts one after the other; the second one has so many bytes. */
export function combineCrc32(first: number, second: number, secondBytes: number): number {
  return (multiply(shiftBy(secondBytes), first) ^ second) >>> 0;
}

/** The CRC-32 of many pieces of the same length, except the last: each is in `sums` with 4 bytes, big-endian. */
export function crc32OfPieces(sums: Buffer, pieceBytes: number, totalBytes: number): number {
  const shift = shiftBy(pieceBytes);
  const full = Math.floor(totalBytes / pieceBytes);
  let crc = 0;
  for (let at = 0; at < full; at += 1) crc = (multiply(shift, crc) ^ sums.readUInt32BE(at * 4)) >>> 0;
  const rest = totalBytes % pieceBytes;
  return rest === 0 ? crc : combineCrc32(crc, sums.readUInt32BE(full * 4), rest);
}

/** The power of x by which a checksum is multiplied when so many bytes follow. */
function shiftBy(bytes: number): number {
  let shift = one;
  let power = 1 << 23; // x to the 8th: one byte.
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(power, shift);
    power = multiply(power, power);
  }
  return shift;
}

/** The product of two polynomials modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
  }
  return product >>> 0;
}
