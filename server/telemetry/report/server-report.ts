import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { ServerProblem, ServerReport } from '#contract/records/server-report.ts';
import type { Database } from '#server/database/open.ts';

/** How long what was read of the database and the disk is told again, in milliseconds. */
const keptMs = 10 * 1000;
/** Files that wait are counted so far. */
const maxWaiting = 10_000;
const dayMs = 24 * 60 * 60 * 1000;
/** Less free space than this needs somebody: a share of the disk, and days at this pace. */
const leastFreeShare = 0.05;
const leastFreeDays = 14;
/** Every file is read again in a week; a few more are allowed to a server that was off. */
const checkLateMs = 30 * dayMs;
/** What renews certificates does it a month before they end. */
const certificateMs = 14 * dayMs;

type Read = Omit<ServerReport, 'at' | 'problems' | 'address' | 'mail' | 'certificate' | 'jobs'> & {
  counts: Pick<ServerReport['jobs'], 'isIndexing' | 'unpacking'>;
};

type Deps = {
  db: Database;
  /** Where the files lie; undefined for S3. */
  folder: string | undefined;
  version: string;
  publicUrl: URL | undefined;
  usedBytes: () => Promise<number>;
  growth: () => Promise<number | null>;
  lastBackup: () => Promise<ServerReport['backup']>;
  nodes: () => Promise<ServerReport['nodes']>;
  mail: () => ServerReport['mail'];
  certificate: () => Promise<ServerReport['certificate']>;
  jobs: () => ServerReport['jobs']['list'];
  lastProblem: () => ServerReport['jobs']['lastProblem'];
  isReady: () => Promise<boolean>;
  now: () => number;
};

export type ReadServerReport = ReturnType<typeof createServerReport>;

/** Tells how the server is. No call reads a whole table: sums are stored, and what is counted is few or bounded. */
export function createServerReport(deps: Deps) {
  const {
    db,
    folder,
    version,
    publicUrl,
    usedBytes,
    growth,
    lastBackup,
    nodes,
    mail,
    certificate,
    jobs,
    lastProblem,
    isReady,
    now,
  } = deps;
  let kept: { read: Promise<Read>; until: number } | undefined;

  return async (seen: Pick<ServerReport['address'], 'yours' | 'proxy'>): Promise<ServerReport> => {
    if (kept === undefined || kept.until <= now()) {
      const read = readAll();
      kept = { read, until: now() + keptMs };
      read.catch(() => {
        kept = undefined;
      });
    }
    const [read, shown, ready] = await Promise.all([kept.read, certificate(), isReady()]);
    const address = { publicUrl: publicUrl?.origin ?? null, ...seen };
    const { counts, ...told } = read;
    const ofJobs = { ...counts, lastProblem: lastProblem(), list: jobs() };
    const report = { at: now(), ...told, jobs: ofJobs, mail: mail(), certificate: shown, address };
    return { ...report, problems: problemsOf(report, ready) };
  };

  async function readAll(): Promise<Read> {
    const [used, bytesPerDay, space] = [await usedBytes(), await growth(), await spaceOf(folder)];
    const damaged = await counted(sql`blobs where damaged_at is not null`);
    const waiting = await counted(sql`facts where state = 'waiting'`);
    const unpacking = await counted(sql`unpackings where state = 'running'`);
    const oldest = db
      .selectFrom('blobs')
      .select(({ fn }) => fn.coalesce('verified_at', 'created_at').as('at'))
      .orderBy(({ fn }) => fn.coalesce('verified_at', 'created_at'))
      .limit(1);
    return {
      disk: { ...space, usedBytes: used, bytesPerDay },
      files: { damaged, oldestCheckAt: (await oldest.executeTakeFirst())?.at ?? null, waiting },
      counts: { isIndexing: (await counted(sql`search_accounts where version = 0`)) > 0, unpacking },
      backup: await lastBackup(),
      version,
      nodes: await nodes(),
    };
  }

  /** At most `maxWaiting`. */
  async function counted(rows: ReturnType<typeof sql>): Promise<number> {
    const found = await sql<{ count: number | string }>`
      select count(*) as count from (select 1 from ${rows} limit ${sql.lit(maxWaiting)}) as few
    `.execute(db);
    return Number(found.rows[0]?.count ?? 0);
  }

  function problemsOf(report: Omit<ServerReport, 'problems'>, ready: boolean): ServerProblem[] {
    const { disk, files, backup, address, certificate: shown } = report;
    const { freeBytes, totalBytes, bytesPerDay } = disk;
    const isShort =
      freeBytes !== null &&
      totalBytes !== null &&
      (freeBytes < totalBytes * leastFreeShare || (bytesPerDay ?? 0) * leastFreeDays > freeBytes);
    const found: Record<ServerProblem, boolean> = {
      'not-ready': !ready,
      'disk-nearly-full': isShort,
      'files-damaged': files.damaged > 0,
      'check-late': files.oldestCheckAt !== null && files.oldestCheckAt < now() - checkLateMs,
      'backup-late': backup?.state === 'overdue',
      'backup-trouble': backup?.state === 'trouble',
      'mail-refused': report.mail.failedAt !== null,
      'proxy-untrusted': address.proxy === 'untrusted',
      'certificate-ending': shown?.endsAt != null && shown.endsAt < now() + certificateMs,
      'job-failed': report.jobs.list.some(({ outcome }) => outcome === 'failed'),
      'nodes-differ': new Set(report.nodes.map((node) => node.version)).size > 1,
    };
    return (Object.keys(found) as ServerProblem[]).filter((problem) => found[problem]);
  }
}

async function spaceOf(folder: string | undefined): Promise<{ freeBytes: number | null; totalBytes: number | null }> {
  if (folder === undefined) return { freeBytes: null, totalBytes: null };
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
}
