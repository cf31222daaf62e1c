import { z } from 'zod';

/** A text that is compared with what is stored: without NUL, which PostgreSQL takes in no text. */
export const storable = z.string().refine((text) => !text.includes('\0'), 'NUL is not allowed');
