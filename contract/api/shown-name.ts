import { z } from 'zod';

/** No control characters and no lone surrogates. */
const writtenText = /^[^\p{Cc}\p{Cs}]*$/u;

/** The name that somebody gives an app password, a passkey or themselves. */
export const shownName = z.string().trim().min(1).max(100).regex(writtenText);
