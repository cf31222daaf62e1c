import { randomInt } from 'node:crypto';

/** A client address that no other person of the tests has: limits count by address. */
export function ownAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
