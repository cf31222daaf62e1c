import { z } from 'zod';
import { entryId, timestamp } from './entries.ts';

/** What is recorded of an account. */
export const accountEventKinds = [
  'sign-up',
  'log-in',
  'new-device',
  'log-in-failed',
  'log-out',
  'session-ended',
  'other-sessions-ended',
  'password-changed',
  'password-reset',
  'address-change-requested',
  'address-changed',
  'address-taken-back',
  'app-password-created',
  'app-password-revoked',
  'provider-connected',
  'provider-disconnected',
  // By somebody whose address the log-in provider had verified, where nobody logs in with a password.
  'password-replaced',
  'two-step-on',
  'two-step-off',
  'backup-codes-created',
  'backup-code-used',
  'second-step-failed',
  'passkey-added',
  'passkey-removed',
  'download-token-created',
  'download-token-revoked',
  // By the server, once for each time.
  'space-nearly-full',
  'entries-nearly-full',
  'archive-made',
  'account-closed',
  'account-kept',
  // By the server: the files of an account that was deleted.
  'files-handed-over',
  // By the operator, with `keepsake export`.
  'export',
  // By the operator, with `keepsake people password-link`.
  'password-link-made',
  // By who runs the server: what they did to this account …
  'made-administrator',
  'made-member',
  'account-disabled',
  'account-enabled',
  'account-closed-by-administrator',
  'account-reopened',
  'hand-over-planned',
  'hand-over-taken-back',
  'quota-changed',
  'sessions-ended',
  // … and what this account did as an administrator.
  'person-invited',
  'invitation-revoked',
  'person-made-administrator',
  'person-made-member',
  'person-disabled',
  'person-enabled',
  'person-closed',
  'person-reopened',
  'person-hand-over-planned',
  'person-hand-over-taken-back',
  'person-quota-changed',
  'person-sessions-ended',
  'person-two-step-off',
  'server-settings-changed',
] as const;

/** The lists of what is recorded: failed log-ins, which anybody can cause, are in one of their own. */
export const accountEventLists = ['account', 'failed-log-ins'] as const;

/** Something that happened with an account, and from where. A log-in on a new device is `new-device` instead of `log-in`. */
export const accountEvent = z
  .object({
    id: entryId,
    at: timestamp,
    kind: z.enum(accountEventKinds),
    /** The address of the client; of IPv6 at a log-in the network only. */
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    /** What it happened to: the name of an app password or of a log-in provider, a device by its User-Agent, an email address. */
    subject: z.string().nullable(),
    /** How often it happened from `at` on: what is repeated is counted. */
    times: z.number().int().min(1),
  })
  .meta({ id: 'AccountEvent' });

export type AccountEvent = z.infer<typeof accountEvent>;
export type AccountEventList = (typeof accountEventLists)[number];
export type AccountEventKind = AccountEvent['kind'];
