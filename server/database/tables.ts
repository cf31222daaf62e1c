import type { ColumnType, Generated } from 'kysely';

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
  changes: ChangeRow;
  operations: OperationRow;
  attempts: AttemptRow;
  installation: InstallationRow;
  leases: LeaseRow;
  installation_migrations: InstallationMigrationRow;
  previews: PreviewRow;
  app_passwords: AppPasswordRow;
  download_tokens: DownloadTokenRow;
  account_events: AccountEventRow;
};

export type OperationRow = {
  id: string;
  account: string;
  /** In milliseconds since the epoch. */
  at: number;
  /** The steps of server/drive/changes/steps.ts, as JSON. */
  steps: string;
};

export type AccountRow = {
  user_id: string;
  /** Number of the newest change; rises by one with each. */
  revision: number;
  used_bytes: number;
  /** Declared lengths of the uploads under way. */
  reserved_bytes: number;
  quota_bytes: number | null;
  /** Folders and files, with those in Trash. */
  used_entries: number;
  /** null: `maxEntries`. */
  quota_entries: number | null;
  /** Which earlier versions stay. */
  version_rule: Generated<'all' | 'by-age' | 'last-30' | 'last-10'>;
};

export type EntryRow = {
  id: string;
  account: string;
  parent_id: string | null;
  kind: 'folder' | 'file';
  name: string;
  /** See `nameKey` in the contract: unique among the live entries of a folder. */
  name_key: string;
  created_at: number;
  modified_at: number;
  /** When a person moved it to Trash; what lies in it is not marked. See drive/tree/purging.ts for 0 and -1. */
  trashed_at: number | null;
  /** The version a file shows; null for folders. */
  current_version: string | null;
  /** `naturalKey` of the name. */
  sort_name: string;
  /** Of the current version; 0 for folders. */
  sort_size: number;
  /** `kindOf` the current version; empty for folders. */
  sort_kind: string;
  /** When a person starred it; null when nobody did. */
  starred_at: number | null;
  /** When the current content was stored; null for folders. */
  content_at: number | null;
};

/** What is live below a folder at any depth, kept with each change; a folder without a row is empty. */
export type FolderContentsRow = {
  account: string;
  /** Empty for Root. */
  folder_id: string;
  folders: number;
  files: number;
  /** Of the current versions. */
  bytes: number;
};

/** The names of an account are the rows from `number` times 2^32 on. */
export type SearchAccountRow = {
  number: Generated<number>;
  account: string;
  /** Of the fold that all its names are indexed by; 0 while some may be missing. */
  version: number;
};

/** The name of an entry, as it is searched. */
export type SearchNameRow = { row: number; entry_id: string; key: string };

/** Words of names, also of names that are gone: what is misspelled is compared with them. */
export type SearchWordRow = { number: number; length: number; word: string };

/**
 * What the rows of an account add up to, with those in Trash: the files of each kind by their current versions, and all
 * `version`s together. Triggers keep it (migrations/017-stars.ts).
 */
export type StoredSumRow = { account: string; what: string; count: number; bytes: number };

export type VersionRow = {
  id: string;
  entry_id: string;
  blob_id: string;
  size: number;
  content_type: string;
  created_at: number;
  /** 1 for the first content of a file, one more for each further one. */
  generation: number;
  /** 1 with each content, one more with each change of the metadata. */
  metageneration: number;
  /** What a client set of the object's metadata, as JSON of `SettableMetadata` without the content type. */
  metadata: string | null;
  /** When the metadata was changed last; null when it never was. */
  updated_at: number | null;
  /** The time of modification that the file had with it; null for the current version. */
  file_modified_at: number | null;
};

export type BlobRow = {
  id: string;
  account: string;
  size: number;
  created_at: number;
  /** Hexadecimal; null for blobs that were kept before hashes were, until they are computed. */
  sha256: string | null;
  /** Base64, as object metadata tells it. */
  md5: string | null;
  /** When all bytes were compared with their sums last; null when they never were. */
  verified_at: ColumnType<number | null, number | null | undefined>;
  /** Bytes up to here are compared in the round that runs; 0 when none runs. */
  verified_to: ColumnType<number, number | undefined>;
  /** When it was found that bytes are missing or others; null for a blob that is whole as far as we know. */
  damaged_at: ColumnType<number | null, number | null | undefined>;
};

/**
 * Sums of 256 MiB of a blob that is larger than 4 MiB, so that a piece of it can be compared without reading the rest.
 * A smaller one has its SHA-256.
 */
export type BlobSumsRow = {
  blob_id: string;
  /** 0 for the first 256 MiB. */
  part: number;
  /** One after the other, the SHA-256 (32 bytes) of each 4 MiB. */
  sha256s: Buffer;
  /** One after the other, the CRC-32 (4 bytes, big-endian) of each 64 KiB. */
  crc32s: Buffer;
};

/** The bytes of a blob of at most `maxSmallBytes` (integrity/stored-bytes.ts): one commit makes bytes and rows durable. */
export type SmallBlobRow = { blob_id: string; bytes: Buffer };

/** What a store knows of a blob whose bytes lie elsewhere (blobs/s3/ledger.ts). */
export type BlobStateRow = {
  /** One database may serve several stores. */
  store: string;
  blob_id: string;
  /** Another one with each write. */
  revision: string;
  state: string;
  changed_at: number;
};

/** The thumbnail of a blob, stored under the blob's id in a store of its own. */
export type PreviewRow = {
  blob_id: string;
  /** `none`: no picture can be made. */
  state: 'waiting' | 'made' | 'none';
  /** How often it was begun; a picture that ends the process each time is given up. */
  tries: number;
  width: number | null;
  height: number | null;
  blur: string | null;
};

export type UploadRow = {
  /** Also the id of the blob that the bytes go to. */
  id: string;
  account: string;
  parent_id: string | null;
  name: string;
  length: number;
  content_type: string;
  modified_at: number | null;
  /** The client's upload metadata, as JSON, to be told back (tus 1.0, HEAD). */
  metadata: string;
  created_at: number;
  expires_at: number;
  /** What the client says the whole file hashes to, hexadecimal; null when it does not know yet. */
  sha256: string | null;
  /** The generation that the file has to have when the upload is finished, 0 for "no such file"; null when any will do. */
  if_generation: number | null;
  /** Metadata that the object gets with its bytes, as `VersionRow.metadata`. */
  object_metadata: string | null;
  /** Bytes from here on came with a checksum that was not compared yet; null when there are none. */
  unchecked_from: number | null;
  /**
   * 1 when all bytes come in one request that names no upload, as a PUT does: its client knows only whether it was
   * answered, so that nobody else may finish it.
   */
  is_single_request: 0 | 1;
};

/** What a client that lost the answer to its last bytes is told. */
export type FinishedUploadRow = {
  id: string;
  account: string;
  entry_id: string;
  /** The version that its bytes became, which others may have followed. */
  version_id: string;
  length: number;
  /** As in the upload. */
  metadata: string;
  finished_at: number;
};

/** A password of a program; only a hash of its token is kept. */
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

/** A key to one file; only a hash of it is kept. */
export type DownloadTokenRow = {
  id: string;
  account: string;
  entry_id: string;
  token_hash: string;
  created_at: number;
  expires_at: number | null;
  /** The app password that it was made with, and ends with; null when a person made it. */
  app_password_id: string | null;
};

/** Something that happened with an account. Rows are only inserted, and deleted when they are old. */
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
};

export type ChangeRow = { account: string; revision: number; entry_id: string; at: number };

/** The only row names this installation, so that a database meets no blobs of another one. */
export type InstallationRow = {
  id: string;
  /** Key of session cookies and links that all nodes share; null where the data folder has it. */
  secret: ColumnType<string | null, string | null | undefined>;
  /** When a server last ran, by its clock; null until one of this version did. */
  ran_at: ColumnType<number | null, number | null | undefined>;
};

/** That this installation was migrated away, or is being migrated to this database (maintenance/migrate). */
export type InstallationMigrationRow = {
  /** The id of the installation at the target. */
  id: string;
  /** And at the source. */
  from_id: string;
  /** `gone`: it is at the target now; `coming`: not everything has arrived here yet. */
  state: 'gone' | 'coming';
  /** The other one of source and target, as an operator knows it. */
  place: string;
  at: number;
};

/** Which node does a piece of work, until when by the clock of the database. */
export type LeaseRow = { name: string; holder: string; until: number };

/** How often something was tried, by key, and when the count is over. */
export type AttemptRow = { key: string; count: number; ends_at: number };
