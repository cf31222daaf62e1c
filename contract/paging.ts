import { z } from 'zod';
import { maxPageSize, minPageSize } from './limits.ts';

/** Entries of a page when no number is asked for (specification, section 9). */
export const defaultPageSize = 200;

/** Which page of a listing is wanted. */
export const pageWanted = {
  cursor: z.string().max(200).optional().describe('`nextCursor` of the page before'),
  limit: z.coerce.number<number>().int().min(minPageSize).max(maxPageSize).default(defaultPageSize),
};
