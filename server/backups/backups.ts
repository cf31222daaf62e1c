import { randomUUID } from 'node:crypto';
import { exitCodes } from '#contract/command-line.ts';
import type { BackupState } from '#contract/records/backup-runs.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Database } from '#server/database/open.ts';
import type { BackupRunRow } from '#server/database/tables/installation-rows.ts';
import { mailAboutBackups } from './backup-mails.ts';
import { createBackupRuns, firstRunAt, lastRun, takenStates } from './backup-runs.ts';
import { checkBackupFolder } from './check-backup-folder.ts';
import { isOverdue, lastBackups } from './last-backups.ts';
import { nextStep, type Step, wallClock } from './next-step.ts';
import { type CommandEnd, runCommand } from './run-command.ts';
import { commandOf, outcomeOf } from './steps.ts';

type Deps = {
  db: Database;
  settings: { folder: string; at: string };
  dataFolder: string;
  leases: Leases;
  /** The addresses of who runs the server. */
  administrators: () => Promise<string[]>;
  sendMail: (mail: { to: string; subject: string; text: string }) => Promise<void>;
  tell: (sentence: string, about: object) => void;
  report: (problem: string, error: unknown) => void;
  now: () => number;
};

/** After a start: a machine that was off for days takes its backup first. */
const quietMs = 60 * 60 * 1000;

/**
 * Takes backups by itself, once a day, and sees to it that they are good: each step is a command of the operator as a
 * process of its own. On one node of those that have the setting.
 */
export function createBackups(deps: Deps) {
  const { db, settings, dataFolder, leases, administrators, sendMail, tell, report, now } = deps;
  const runs = createBackupRuns({ db, now });
  const stop = new AbortController();
  const startedAt = performance.now();
  let working: Promise<boolean> | undefined;

  return {
    /** Does what is due now, if anything; returns false when another node does. */
    async work(): Promise<boolean> {
      working = leases.hold('backups', doDue).catch((error: unknown) => {
        report('The backups cannot go on', error);
        return true;
      });
      return await working;
    },
    /** Tells who runs the server, once a day, when no backup succeeded for two days, also while one is stuck. */
    watch: () => leases.hold('overdue-backups', tellOverdue),
    state: (): Promise<BackupState> => lastBackups({ db, settings, now }),
    /** Ends what runs; the next start does it again. */
    async close(): Promise<void> {
      stop.abort();
      await working;
    },
  };

  async function doDue(): Promise<void> {
    // Whoever began those did not end them: the lease says that nobody is at work.
    await runs.endAbandoned();
    while (!stop.signal.aborted) {
      const step = nextStep(await runs.recent(), now(), settings.at);
      if (step === undefined || !(await take(step))) return;
    }
  }

  /** Returns whether the next one may follow. */
  async function take(step: Step): Promise<boolean> {
    const id = await runs.begin(step);
    const end = await endOf(step.kind);
    if (stop.signal.aborted) {
      await runs.end(id, { state: 'interrupted', files: null, bytes: null, error: 'The server was stopped.' });
      return false;
    }
    if (end.code === exitCodes.inUse) {
      // Somebody is at the folder by hand, which is no trouble: in a minute it is looked at again.
      await runs.remove(id);
      return false;
    }
    const outcome = outcomeOf(step.kind, end);
    const isFirst = !(await runs.recent()).some(
      (run) => run.id !== id && isTrouble(run) && run.kind === step.kind && run.day === step.day,
    );
    await runs.end(id, outcome);
    if (outcome.error === null) return true;
    tell('A step of the backups did not end well', { ...step, state: outcome.state, problem: outcome.error });
    if (isFirst) await mail(step.kind, outcome.error);
    return true;
  }

  async function endOf(kind: Step['kind']): Promise<CommandEnd> {
    try {
      await checkBackupFolder(settings.folder, dataFolder, (await lastTakenAt()) !== undefined);
      return await runCommand([commandOf[kind], settings.folder], stop.signal);
    } catch (error) {
      return { code: null, answer: undefined, error: error instanceof Error ? error.message : String(error) };
    }
  }

  async function tellOverdue(): Promise<void> {
    if (performance.now() - startedAt < quietMs) return;
    const lastAt = await lastTakenAt();
    const { day } = wallClock(now());
    if (!isOverdue({ lastAt, firstAt: await firstRunAt(db), now: now() })) return;
    const told = await lastRun({ db, now }, 'overdue', ['failed']);
    if (told?.day === day) return;
    const error = 'No backup succeeded for two days.';
    await db
      .insertInto('backup_runs')
      .values({
        id: randomUUID(),
        kind: 'overdue',
        day,
        state: 'failed',
        begun_at: now(),
        ended_at: now(),
        files: null,
        bytes: null,
        error,
      })
      .execute();
    tell(error, { lastAt });
    await mail('overdue', error);
  }

  async function lastTakenAt(): Promise<number | undefined> {
    return (await lastRun({ db, now }, 'backup', takenStates))?.ended_at ?? undefined;
  }

  async function mail(kind: BackupRunRow['kind'], error: string): Promise<void> {
    const notTold = (problem: unknown) => report('Who runs the server could not be told about the backups', problem);
    try {
      const text = mailAboutBackups({ kind, error, folder: settings.folder, lastAt: await lastTakenAt() });
      // An address that takes no mail must not keep it from the next.
      for (const to of await administrators()) await sendMail({ to, ...text }).catch(notTold);
    } catch (problem) {
      notTold(problem);
    }
  }
}

function isTrouble({ state }: Pick<BackupRunRow, 'state'>): boolean {
  return state === 'failed' || state === 'damaged';
}
