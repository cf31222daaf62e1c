import { sql } from 'kysely';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { Metrics } from './metrics.ts';

type Deps = { metrics: Metrics; db: Database; blobs: BlobStore; isReady: () => Promise<boolean>; now: () => number };

/** Metrics that are read on each scrape. */
export function addGauges({ metrics, db, blobs, isReady, now }: Deps): void {
  metrics.gauge('keepsake_ready', '1 when the server is ready, as /readyz reports', async () =>
    Number(await isReady()),
  );
  metrics.gauge('keepsake_store_free_bytes', 'Bytes that can still be stored', () => blobs.freeBytes());
  metrics.gauge('keepsake_files_damaged', 'Blobs found damaged', async () => {
    const { count } = await db
      .selectFrom('blobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('damaged_at', 'is not', null)
      .executeTakeFirstOrThrow();
    return count;
  });
  metrics.gauge('keepsake_files_to_read', 'Files whose facts and thumbnails are still to be read', async () => {
    const { count } = await db
      .selectFrom('facts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', sql.lit('waiting'))
      .executeTakeFirstOrThrow();
    return count;
  });
  metrics.gauge(
    'keepsake_media_undecoded',
    'Films and sounds that were not decoded, as no ffmpeg was there',
    async () => {
      const { count } = await db
        .selectFrom('facts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('lacks_decoder', '=', sql.lit(1))
        .executeTakeFirstOrThrow();
      return count;
    },
  );
  metrics.gauge(
    'keepsake_oldest_check_seconds',
    'Age of the oldest check of a blob; 0 when nothing is stored',
    async () => {
      const oldest = await db
        .selectFrom('blobs')
        .select(({ fn }) => fn.coalesce('verified_at', 'created_at').as('at'))
        .orderBy(({ fn }) => fn.coalesce('verified_at', 'created_at'))
        .limit(1)
        .executeTakeFirst();
      return oldest === undefined ? 0 : (now() - oldest.at) / 1000;
    },
  );
}

type BackupDeps = {
  metrics: Metrics;
  backups: { state(): Promise<{ state: string; backup: { endedAt: number | null } | null }> };
  now: () => number;
};

/** Of a server that takes backups by itself. */
export function addBackupGauges({ metrics, backups, now }: BackupDeps): void {
  metrics.gauge('keepsake_backup_age_seconds', 'Age of the last good backup; -1 when there is none yet', async () => {
    const { backup } = await backups.state();
    return typeof backup?.endedAt === 'number' ? Math.max(0, now() - backup.endedAt) / 1000 : -1;
  });
  metrics.gauge(
    'keepsake_backup_trouble',
    '1 when the last backup, verification, thinning or trial restore did not end well, or none succeeded for two days',
    async () => Number(['trouble', 'overdue'].includes((await backups.state()).state)),
  );
}
