import { z } from 'zod';
import { timestamp } from './entries.ts';

const bytes = z.int().min(0);

/** What becomes of the files of an account that will be deleted. */
const handOver = z
  .object({
    to: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
    problem: z
      .enum(['recipient-gone', 'no-room', 'failed'])
      .nullable()
      .describe('Why nothing is deleted although the time is over'),
  })
  .meta({ id: 'HandOver' });

/** An account as an administrator sees it: how much somebody keeps, never what. */
export const person = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(['member', 'administrator']),
    state: z
      .enum(['active', 'disabled', 'closing', 'closed'])
      .describe('`closing`: the person closed it; `closed`: an administrator did. Both are deleted after 14 days'),
    stateAt: timestamp.describe(
      'When that state began; 0 for an account that nobody keeps from being deleted any more',
    ),
    handOver: handOver.nullable().describe('Who gets the files before it is deleted'),
    createdAt: timestamp,
    lastSeenAt: timestamp.nullable(),
    hasTwoStepLogin: z.boolean(),
    usedBytes: bytes,
    usedEntries: bytes,
    quotaBytes: bytes.nullable().describe('null: the default of the server; 9007199254740991: no limit'),
    quotaEntries: bytes.nullable().describe('null: the limit of the server'),
  })
  .meta({ id: 'Person' });

/** An email address as it is typed, made comparable. */
export const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** A link that lets one person in. */
export const invitation = z
  .object({
    id: z.string(),
    email: z.string().nullable().describe('The only address that it lets in'),
    quotaBytes: bytes.nullable(),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'Invitation' });

/** What whoever has a link is told. */
export type OpenedInvitation = {
  kind: 'setup' | 'person';
  email: string | null;
  /** The name of who invites; null for the server itself. */
  from: string | null;
  /** Null for the default. */
  quotaBytes: number | null;
  expiresAt: number;
};

/** A fixed one is set in the environment of the server. */
export const serverSettings = z
  .object({
    signUp: z.object({ value: z.enum(['open', 'closed']), isFixed: z.boolean() }),
    defaultQuotaBytes: z.object({ value: bytes.nullable().describe('null for no limit'), isFixed: z.boolean() }),
  })
  .meta({ id: 'ServerSettings' });

export type Person = z.infer<typeof person>;
export type Invitation = z.infer<typeof invitation>;
export type ServerSettings = z.infer<typeof serverSettings>;
