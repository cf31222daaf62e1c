/**
 * What names are found by on PostgreSQL: each gram as a number that begins with the block of the name's row. So a search
 * reads one block after the other, the newest first, and no more of them than it needs, and a new name changes few pages.
 */

/** A block has 2^14 rows. */
export const blockBits = 14;
/** Rows are below 2^53 and blocks below 2^39, so that a block and a gram are 63 bits. */
export const gramBits = 24;

/** A gram as a number of 24 bits (FNV-1a, folded): the few that share one are told apart by the names. */
export function gramNumber(gram: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < gram.length; at += 1) hash = Math.imul(hash ^ gram.charCodeAt(at), 0x01_00_01_93);
  return ((hash >>> gramBits) ^ hash) & (2 ** gramBits - 1);
}
