import type { Generated } from 'kysely';

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
  /** How many there may be, with earlier versions; null: `maxEntries`. */
  quota_entries: number | null;
  /** When the person was told that little room is left, or that few more entries fit; null while there is enough. */
  space_told_at: Generated<number | null>;
  entries_told_at: Generated<number | null>;
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
  /** When a person moved it to Trash; what lies in it is not marked. See drive/tree/trashed-at.ts for 0 and -1. */
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
  /** When the current content was taken, by its facts and what was told of it; null for folders. */
  taken_at: number | null;
};

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

/** A key to one file, stored as a hash only. */
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

/** A selection of folders and files that is downloaded as one archive; `entry_ids` is JSON. */
export type ArchiveRow = { id: string; account: string; entry_ids: string; created_at: number; expires_at: number };

/** All that an account had at a moment, as a zip whose members are in its parts; `sums` is JSON, null until all are there. */
export type AccountArchiveRow = {
  id: string;
  account: string;
  made_at: number;
  expires_at: number;
  sums: string | null;
};

/** See drive/account-archives/archive-part.ts; where its members begin, and what is made of them, in bytes. */
export type AccountArchivePartRow = {
  archive_id: string;
  number: number;
  offset: number;
  /** From the start of the directory. */
  directory_offset: number;
  /** From the start of SHA256SUMS. */
  sums_offset: number;
  /** JSON, compressed by gzip. */
  members: Buffer;
};

/** An archive that becomes a folder. */
export type UnpackingRow = {
  id: string;
  account: string;
  /** Of its first part. */
  file_id: string;
  /** Of all parts, as JSON of `string[]`. */
  version_ids: string;
  folder_id: string;
  /** Of the archive. */
  name: string;
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** In the order in which they are unpacked; the first `done_entries` of them are done, or left out. */
  entries: number;
  done_entries: number;
  bytes: number;
  done_bytes: number;
  left_out: number;
  /** The first of what was left out, as JSON of `LeftOut[]`. */
  left_out_first: string;
  /** How often it was begun since it last got on. */
  tries: number;
  /** The code of the error that ended it. */
  error: string | null;
  operation_id: string | null;
  started_at: number;
  ended_at: number | null;
};

export type ChangeRow = { account: string; revision: number; entry_id: string; at: number };

export type OperationRow = {
  id: string;
  account: string;
  /** In milliseconds since the epoch. */
  at: number;
  /** The steps of server/drive/changes/steps.ts, as JSON. */
  steps: string;
};

/** What was answered to a request that may be sent again (server/drive/changes/write-once.ts). */
export type AnswerRow = {
  account: string;
  key: string;
  /** See `Repeatable` in server/drive/access/scope.ts. */
  request: string;
  /** In milliseconds since the epoch. */
  at: number;
  /** What was done, and the id of the operation, as JSON. */
  answer: string;
};

/** What is live below a folder at any depth, updated with each change; a folder without a row is empty. */
export type FolderContentsRow = {
  account: string;
  /** Empty for Root. */
  folder_id: string;
  folders: number;
  files: number;
  /** Of the current versions. */
  bytes: number;
};

/**
 * What the rows of an account add up to, with those in Trash: the files of each kind by their current versions, and all
 * `version`s together. Triggers keep it (migrations/017-stars.ts).
 */
export type StoredSumRow = { account: string; what: string; count: number; bytes: number };

/** The thumbnail of a blob, stored under the blob's id in a store of its own. */
export type PreviewRow = {
  blob_id: string;
  /** `waiting`: it is made when the facts are read; `none`: no picture can be made. */
  state: 'waiting' | 'made' | 'none';
  width: number | null;
  height: number | null;
  blur: string | null;
  /** How many of the stored bytes are the thumbnail; behind them comes the picture for the screen. Null: all are the thumbnail. */
  thumbnail_bytes: number | null;
  /** How long it plays, as its facts say. */
  seconds: number | null;
};

/** What a blob says of itself; whether it is still to be read. */
export type FactsRow = {
  blob_id: string;
  /** Of the blob, whose turn it is to have one read. */
  account: string;
  /** `damaged`: it waits until the blob is whole again; `none`: nothing in it can be read. */
  state: 'waiting' | 'damaged' | 'read' | 'none';
  /** 1 for what was there before this was read of every file: it comes after what is new. */
  is_later: Generated<number>;
  /** How often it was begun; a file that ends the process each time is given up. */
  tries: Generated<number>;
  /** 1 for a film whose thumbnail waits until a server has what decodes films. */
  lacks_decoder: Generated<number>;
  /** `taken_local` as milliseconds, of UTC where there is an offset. */
  taken_at: number | null;
  taken_local: string | null;
  taken_offset: string | null;
  /** See `takenSources` in the contract; what a file beside it tells is in `told_facts`. */
  taken_from: 'exif' | 'container' | 'name' | null;
  camera: string | null;
  lens: string | null;
  aperture: number | null;
  /** In seconds. */
  exposure: number | null;
  iso: number | null;
  focal_length: number | null;
  latitude: number | null;
  longitude: number | null;
  width: number | null;
  height: number | null;
  seconds: number | null;
  pages: number | null;
  title: string | null;
  artist: string | null;
};

/** What a file beside it told of a blob, as in a Google Takeout. */
export type ToldFactsRow = {
  blob_id: string;
  /** In milliseconds since the epoch. */
  taken_at: number | null;
  description: string | null;
  latitude: number | null;
  longitude: number | null;
};
