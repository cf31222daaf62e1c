import type { ColumnType } from 'kysely';

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

/** What an administrator set; a setting of the environment wins (accounts/people/server-settings.ts). */
export type ServerSettingRow = { key: string; value: string; changed_at: number };

/** What all accounts stored at the end of a day (days since the epoch), for how fast it grows. */
export type ServerDayRow = { day: number; used_bytes: number };

/** A server that runs on this database, or did until a moment ago. */
export type NodeRow = { id: string; name: string; version: string; started_at: number; seen_at: number };

/** Which node does a piece of work, until when by the clock of the database. */
export type LeaseRow = { name: string; holder: string; until: number };

/** A step that the server took by itself for its backups (server/backups). */
export type BackupRunRow = {
  id: string;
  /** `overdue`: no step, but that it was told that no backup succeeded for days. */
  kind: 'backup' | 'verification' | 'thinning' | 'trial-restore' | 'overdue';
  /** The day that the backup is for, by the clock on the server's wall: 2026-11-26. */
  day: string;
  /** `damaged`: it was done, and something is missing or changed; `failed`: it could not be done; `interrupted`: the server ended. */
  state: 'running' | 'done' | 'damaged' | 'failed' | 'interrupted';
  /** In milliseconds. */
  begun_at: number;
  ended_at: number | null;
  /** What was copied, compared or kept. */
  files: number | null;
  bytes: number | null;
  /** A sentence for who runs the server. */
  error: string | null;
};
