import type { Generated } from 'kysely';

/** A password of a program; stored with a hash of its token only. */
export type AppPasswordRow = {
  id: string;
  account: string;
  name: string;
  token_hash: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  /** What the program may do with what it reaches. */
  access: 'read' | 'write';
  /** The folder that the program is confined to; null for all of the account. */
  entry_id: string | null;
};

/** Something that happened with an account. Rows are inserted, count what is repeated, and are deleted when they are old. */
export type AccountEventRow = {
  id: string;
  account: string;
  at: number;
  kind: string;
  /** The address of the client; null when no client did it. */
  address: string | null;
  user_agent: string | null;
  /** What it happened to: the name of an app password, for example. */
  subject: string | null;
  /** How often it happened; see accounts/events/record-account-event.ts. */
  times: Generated<number>;
};

/** Who somebody is for who runs the server. Without a row a person is an active member who was never seen. */
export type PersonRow = {
  /** The id of their user, and of all that is theirs. */
  account: string;
  role: 'member' | 'administrator';
  /** Of the account: it may be used, an administrator disabled it, or it will be deleted: closed by its person, or by an administrator. */
  state: 'active' | 'disabled' | 'closing' | 'closed';
  /** When that state began, in milliseconds; 0 for an account whose deletion nobody stops any more. */
  state_at: number;
  last_seen_at: number | null;
};

/** Who gets the files of an account that will be deleted, before it is. */
export type HandOverRow = {
  account: string;
  /** Null when their account was deleted. */
  recipient: string | null;
  planned_at: number;
  /** The folder of the recipient that the files go to; null until it is there. */
  folder_id: string | null;
  /** Why the last try did not end it. */
  problem: 'no-room' | 'failed' | null;
  /** Since then everything is there, and the account is being deleted. */
  done_at: number | null;
};

/** A log-in of a provider that opens an account. */
export type IdentityRow = {
  id: string;
  account: string;
  /** Who vouches for it, and whom they mean: together unique. */
  issuer: string;
  subject: string;
  /** The address that the provider named when it was connected, if it had verified it. */
  address: string | null;
  created_at: number;
  last_used_at: number | null;
};

/** What a person says of themselves. Without a row nothing. */
export type ProfileRow = { account: string; name: string | null };

/** The picture that a person chose, as the server drew it. */
export type ProfilePictureRow = { account: string; bytes: Buffer; chosen_at: number };

/**
 * A change of the address of an account, from its request until it can no longer be taken back. `confirm_hash` is that of the
 * token that was mailed to the new address; null once it was used or another change was requested.
 */
export type AddressChangeRow = {
  id: string;
  account: string;
  old_email: string;
  new_email: string;
  confirm_hash: string | null;
  /** Of the token that was mailed to the old address. */
  take_back_hash: string;
  created_at: number;
  confirmed_at: number | null;
};

/**
 * A link that lets somebody in: by the server itself for whoever will run it (`setup`), or by an administrator. The row goes when
 * it was used. The columns `claim` and `claimed_at` are of earlier versions.
 */
export type InvitationRow = {
  id: string;
  token_hash: string;
  kind: 'setup' | 'person';
  /** The only address that it lets in; null for any. */
  email: string | null;
  /** Of the new account; null for the default. */
  quota_bytes: number | null;
  /** The account that made it; null for the server and its operator. */
  made_by: string | null;
  created_at: number;
  expires_at: number;
};

/** How often something was tried, by key, and when the count is over. */
export type AttemptRow = { key: string; count: number; ends_at: number };

/** What an account shares with an authenticator app. It has two-step login since `on_since`, not before. */
export type TwoStepRow = {
  account: string;
  /** The secret of RFC 6238, encrypted with the key of the server. */
  secret: string;
  /** Random, and new whenever two-step login is turned on: browsers are trusted with it. */
  stamp: string;
  /** For the hashes of the backup codes. */
  code_salt: string;
  on_since: number | null;
  /** The time step (RFC 6238, section 4.2) of the last code that was used: only later ones count. */
  last_step: number;
};

/** A backup code that was not used. */
export type BackupCodeRow = { account: string; code_hash: string };

/** A passkey (W3C Web Authentication). Bytes are base64url. */
export type PasskeyRow = {
  id: string;
  account: string;
  credential_id: string;
  /** As COSE (RFC 9052). */
  public_key: string;
  /** How often the device signed, if it counts: 0 otherwise. */
  counter: number;
  /** How browsers reach the device, as a JSON list. */
  transports: string;
  is_backed_up: 0 | 1;
  name: string;
  created_at: number;
  last_used_at: number | null;
};

/** Something that a browser is asked to show once, before its time is over. */
export type ChallengeRow = {
  token_hash: string;
  kind: 'second-step' | 'passkey-log-in' | 'passkey-add' | 'passkey-confirm';
  /** Who has to show it; anybody when null. */
  account: string | null;
  /** A digest of the stored hash of the password that was typed before, if one was. */
  password_sum: string | null;
  /** Of a second step: whether the first one confirmed who they are (accounts/confirmation). */
  is_confirmed: 0 | 1;
  ends_at: number;
};
