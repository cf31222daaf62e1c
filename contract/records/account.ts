import { z } from 'zod';
import { timestamp } from './entries.ts';

/** A browser in which a person is logged in, without what would let anybody else be logged in. */
export const loginSession = z
  .object({
    id: z.string(),
    userAgent: z.string().nullable(),
    address: z.string().nullable().describe('Where it logged in from; of IPv6 the network only'),
    isSameNetwork: z.boolean().describe('Whether this request comes from there too'),
    firstSeenAt: timestamp,
    lastSeenAt: timestamp.describe('Noted every few minutes'),
    isCurrent: z.boolean().describe('Whether this request was sent with it'),
  })
  .meta({ id: 'LoginSession' });

/** What a person says of themselves, and the address of their account. */
export const profile = z
  .object({
    email: z.string(),
    name: z.string().nullable(),
    pictureAt: timestamp.nullable().describe('When the picture was chosen; null without one'),
    passwordChangedAt: timestamp.nullable().describe('null without a password'),
    addressChange: z
      .object({ email: z.string(), requestedAt: timestamp })
      .nullable()
      .describe('A new address that was not confirmed yet'),
  })
  .meta({ id: 'Profile' });

export type LoginSession = z.infer<typeof loginSession>;
export type Profile = z.infer<typeof profile>;
