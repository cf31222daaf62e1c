import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const randomBytesOfId = 16;
/** One draw of random bytes costs about as much for one id as for 256. */
const drawn = Buffer.alloc(256 * randomBytesOfId);
let used = drawn.length;
const random = new Uint8Array(randomBytesOfId);
/** Of the last id. */
let msecs = 0;
let seq = 0;

/** The id of a new row: a UUIDv7 (RFC 9562, section 5.7), greater than all that this process made before. */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  drawn.copy(random, 0, used);
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // With room to count up (section 6.2).
    seq = drawn.readUInt32BE(used) >>> 1;
  } else seq += 1;
  used += randomBytesOfId;
  return uuidv7({ random, msecs, seq });
}
