import { z } from 'zod';
import { backupCodeCount } from '../limits.ts';
import { timestamp } from './entries.ts';

/** Whether an account has two-step login, since when, and how many of its backup codes were not used. */
export const twoStepState = z
  .object({ since: timestamp.nullable(), backupCodes: z.number().int().min(0).max(backupCodeCount) })
  .meta({ id: 'TwoStepState' });

/** The secret that an authenticator app and the server share: as base32 (RFC 4648) to type, and as the address that a QR code holds. */
export const twoStepSecret = z.object({ secret: z.string(), uri: z.string() }).meta({ id: 'TwoStepSecret' });

export const backupCodeList = z.object({ backupCodes: z.array(z.string()) }).meta({ id: 'BackupCodes' });

/** A code that somebody types: six digits of an app, or a backup code. */
export const typedCode = z.string().max(64);

/** What the second step of a log-in sends. */
export const secondStepInput = z.strictObject({ code: typedCode, trust: z.boolean().default(false) });

export type TwoStepState = z.infer<typeof twoStepState>;
export type TwoStepSecret = z.infer<typeof twoStepSecret>;
