import { z } from 'zod';
import { maxPageSize, minPageSize } from '../limits.ts';
import { storable } from './storable.ts';

/** Entries of a page without `limit` (specification, section 9). */
export const defaultPageSize = 200;

/** Input of every paged listing. */
export const pageWanted = {
  cursor: storable.max(2000).optional().describe('`nextCursor` of the previous page'),
  limit: z.coerce.number<number>().int().min(minPageSize).max(maxPageSize).default(defaultPageSize),
};
