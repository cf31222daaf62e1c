/** What the violation of a unique constraint means to the rest of the program. */
export type UniqueConflict =
  /** Another live entry of the folder has this name. */
  | 'name-taken'
  /** Another account has this address. */
  | 'address-taken'
  /** There is an upload of this id, which clients may choose. */
  | 'upload-taken';

type UniqueConstraint = {
  /** As PostgreSQL names it. */
  name: string;
  /** As SQLite describes it: by its columns, or by its name where they are expressions. */
  columns: string;
  /** Undefined where the program itself keeps rows apart: then a violation is a bug. */
  conflict?: UniqueConflict;
};

/** Every unique constraint of the schema, those of the authentication service included. */
export const uniqueConstraints: readonly UniqueConstraint[] = [
  { name: 'entries_live_name', columns: "index 'entries_live_name'", conflict: 'name-taken' },
  { name: 'user_email_key', columns: 'user.email', conflict: 'address-taken' },
  { name: 'uploads_pkey', columns: 'uploads.id', conflict: 'upload-taken' },
  { name: 'account_events_pkey', columns: 'account_events.id' },
  { name: 'account_pkey', columns: 'account.id' },
  { name: 'accounts_pkey', columns: 'accounts.user_id' },
  { name: 'app_passwords_pkey', columns: 'app_passwords.id' },
  { name: 'app_passwords_token_hash_key', columns: 'app_passwords.token_hash' },
  { name: 'account_archives_pkey', columns: 'account_archives.id' },
  { name: 'account_archive_parts_pkey', columns: 'account_archive_parts.archive_id, account_archive_parts.number' },
  { name: 'answers_pkey', columns: 'answers.account, answers.key' },
  { name: 'archives_pkey', columns: 'archives.id' },
  { name: 'attempts_pkey', columns: 'attempts.key' },
  { name: 'people_pkey', columns: 'people.account' },
  { name: 'two_steps_pkey', columns: 'two_steps.account' },
  { name: 'backup_runs_pkey', columns: 'backup_runs.id' },
  { name: 'backup_codes_pkey', columns: 'backup_codes.account, backup_codes.code_hash' },
  { name: 'passkeys_pkey', columns: 'passkeys.id' },
  { name: 'passkeys_credential_id_key', columns: 'passkeys.credential_id' },
  { name: 'challenges_pkey', columns: 'challenges.token_hash' },
  { name: 'profiles_pkey', columns: 'profiles.account' },
  { name: 'profile_pictures_pkey', columns: 'profile_pictures.account' },
  { name: 'address_changes_pkey', columns: 'address_changes.id' },
  { name: 'address_changes_confirm_hash_key', columns: 'address_changes.confirm_hash' },
  { name: 'address_changes_take_back_hash_key', columns: 'address_changes.take_back_hash' },
  { name: 'invitations_pkey', columns: 'invitations.id' },
  { name: 'invitations_token_hash_key', columns: 'invitations.token_hash' },
  { name: 'server_settings_pkey', columns: 'server_settings.key' },
  { name: 'server_days_pkey', columns: 'server_days.day' },
  { name: 'nodes_pkey', columns: 'nodes.id' },
  { name: 'blob_states_by_id', columns: 'blob_states.store, blob_states.blob_id' },
  { name: 'blob_sums_by_part', columns: 'blob_sums.blob_id, blob_sums.part' },
  { name: 'blobs_pkey', columns: 'blobs.id' },
  { name: 'changes_by_revision', columns: 'changes.account, changes.revision' },
  { name: 'download_tokens_pkey', columns: 'download_tokens.id' },
  { name: 'download_tokens_token_hash_key', columns: 'download_tokens.token_hash' },
  { name: 'entries_pkey', columns: 'entries.id' },
  { name: 'facts_pkey', columns: 'facts.blob_id' },
  { name: 'finished_uploads_pkey', columns: 'finished_uploads.id' },
  { name: 'folder_contents_pkey', columns: 'folder_contents.account, folder_contents.folder_id' },
  { name: 'hand_overs_pkey', columns: 'hand_overs.account' },
  { name: 'identities_by_subject', columns: 'identities.issuer, identities.subject' },
  { name: 'identities_pkey', columns: 'identities.id' },
  { name: 'installation_pkey', columns: 'installation.id' },
  { name: 'leases_pkey', columns: 'leases.name' },
  { name: 'installation_migrations_pkey', columns: 'installation_migrations.id' },
  { name: 'one_installation', columns: "index 'one_installation'" },
  { name: 'operations_pkey', columns: 'operations.id' },
  { name: 'previews_pkey', columns: 'previews.blob_id' },
  { name: 'search_accounts_account_key', columns: 'search_accounts.account' },
  { name: 'search_accounts_pkey', columns: 'search_accounts.number' },
  { name: 'search_names_entry_id_key', columns: 'search_names.entry_id' },
  { name: 'search_names_pkey', columns: 'search_names.row' },
  { name: 'search_words_pkey', columns: 'search_words.number, search_words.length, search_words.word' },
  { name: 'session_pkey', columns: 'session.id' },
  { name: 'session_token_key', columns: 'session.token' },
  { name: 'small_blobs_pkey', columns: 'small_blobs.blob_id' },
  { name: 'unpackings_pkey', columns: 'unpackings.id' },
  { name: 'stored_sums_pkey', columns: 'stored_sums.account, stored_sums.what' },
  { name: 'told_facts_pkey', columns: 'told_facts.blob_id' },
  { name: 'user_pkey', columns: 'user.id' },
  { name: 'verification_pkey', columns: 'verification.id' },
  { name: 'versions_generation', columns: 'versions.entry_id, versions.generation' },
  { name: 'versions_pkey', columns: 'versions.id' },
];

const conflicts = new Map(
  uniqueConstraints.flatMap(({ name, columns, conflict }) => [
    [name, conflict],
    [columns, conflict],
  ]),
);

/** SQLite names the constraint nowhere but in the message: `UNIQUE constraint failed: entries.id`. */
const sqliteMessage = /^UNIQUE constraint failed: (.+)$/;

/** Whether an error of a statement is the violation of a unique constraint, whichever. */
export function isUniqueViolation(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(String(error.code));
}

/** The conflict behind an error of a statement; undefined for every other error, and for a violation that is a bug. */
export function uniqueConflict(error: unknown): UniqueConflict | undefined {
  if (!isUniqueViolation(error)) return undefined;
  const constraint = 'constraint' in error ? error.constraint : sqliteMessage.exec(error.message)?.[1];
  return conflicts.get(String(constraint));
}
