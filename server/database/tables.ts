import type {
  AccountEventRow,
  AddressChangeRow,
  AppPasswordRow,
  AttemptRow,
  BackupCodeRow,
  ChallengeRow,
  HandOverRow,
  IdentityRow,
  InvitationRow,
  PasskeyRow,
  PersonRow,
  ProfilePictureRow,
  ProfileRow,
  TwoStepRow,
} from './tables/access-rows.ts';
import type { BlobRow, BlobSumsRow, SmallBlobRow } from './tables/blob-rows.ts';
import type {
  AccountArchivePartRow,
  AccountArchiveRow,
  AccountRow,
  AnswerRow,
  ArchiveRow,
  ChangeRow,
  DownloadTokenRow,
  EntryRow,
  FactsRow,
  FolderContentsRow,
  OperationRow,
  PreviewRow,
  StoredSumRow,
  ToldFactsRow,
  UnpackingRow,
  VersionRow,
} from './tables/drive-rows.ts';
import type {
  BackupRunRow,
  BlobStateRow,
  InstallationMigrationRow,
  InstallationRow,
  LeaseRow,
  NodeRow,
  ServerDayRow,
  ServerSettingRow,
} from './tables/installation-rows.ts';
import type { SearchAccountRow, SearchNameRow, SearchWordRow } from './tables/search-rows.ts';
import type { FinishedUploadRow, UploadRow } from './tables/upload-rows.ts';

/**
 * Rows as they are stored, the same on every engine: ids are text made by us, times are integer milliseconds, sizes are
 * integer bytes, null means "none".
 */
export type Tables = {
  accounts: AccountRow;
  entries: EntryRow;
  folder_contents: FolderContentsRow;
  search_accounts: SearchAccountRow;
  search_names: SearchNameRow;
  search_words: SearchWordRow;
  stored_sums: StoredSumRow;
  versions: VersionRow;
  blobs: BlobRow;
  blob_sums: BlobSumsRow;
  small_blobs: SmallBlobRow;
  blob_states: BlobStateRow;
  uploads: UploadRow;
  finished_uploads: FinishedUploadRow;
  hand_overs: HandOverRow;
  account_archives: AccountArchiveRow;
  account_archive_parts: AccountArchivePartRow;
  archives: ArchiveRow;
  unpackings: UnpackingRow;
  changes: ChangeRow;
  operations: OperationRow;
  answers: AnswerRow;
  attempts: AttemptRow;
  installation: InstallationRow;
  leases: LeaseRow;
  installation_migrations: InstallationMigrationRow;
  previews: PreviewRow;
  facts: FactsRow;
  told_facts: ToldFactsRow;
  app_passwords: AppPasswordRow;
  download_tokens: DownloadTokenRow;
  account_events: AccountEventRow;
  people: PersonRow;
  identities: IdentityRow;
  two_steps: TwoStepRow;
  backup_codes: BackupCodeRow;
  challenges: ChallengeRow;
  passkeys: PasskeyRow;
  profiles: ProfileRow;
  profile_pictures: ProfilePictureRow;
  address_changes: AddressChangeRow;
  backup_runs: BackupRunRow;
  invitations: InvitationRow;
  server_settings: ServerSettingRow;
  server_days: ServerDayRow;
  nodes: NodeRow;
};
