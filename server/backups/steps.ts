import { exitCodes } from '#contract/command-line.ts';
import { counted } from '#contract/texts/amounts.ts';
import type { Ended } from './backup-runs.ts';
import type { Step } from './next-step.ts';
import type { CommandEnd } from './run-command.ts';

/** What the commands print with `--json`, as far as it is noted. */
type Answer = {
  blobs?: number;
  files?: number;
  bytes?: number;
  missing?: string[];
  snapshots?: string[];
  kept?: string[];
  faults?: { kind: string; path: string; snapshots?: string[] }[];
  counts?: Record<string, number>;
  problems?: string[];
};

/** The command that does a step. */
export const commandOf: Record<Step['kind'], string> = {
  backup: 'backup',
  verification: 'verify-backup',
  thinning: 'thin-backups',
  'trial-restore': 'try-restore',
};

const maxNamed = 3;
const maxErrorCharacters = 1000;

/** What is noted of a command that ended. */
export function outcomeOf(kind: Step['kind'], { code, answer, error }: CommandEnd): Ended {
  const isDone = code === exitCodes.ok || code === exitCodes.troubleFound;
  if (!isDone || typeof answer !== 'object' || answer === null)
    return {
      state: 'failed',
      files: null,
      bytes: null,
      error: (error ?? 'It did not say what it did.').slice(0, maxErrorCharacters),
    };
  const found = answer as Answer;
  const trouble = troubleIn(kind, found);
  return {
    state: trouble === undefined ? 'done' : 'damaged',
    files: found.blobs ?? found.files ?? found.kept?.length ?? null,
    bytes: found.bytes ?? null,
    error: trouble?.slice(0, maxErrorCharacters) ?? null,
  };
}

function troubleIn(kind: Step['kind'], { missing = [], snapshots, faults = [], counts = {}, problems = [] }: Answer) {
  if (kind === 'backup' && missing.length > 0)
    return `${counted(missing.length, 'file is', 'files are')} missing or damaged in the installation, and not in the backup: \`keepsake doctor --deep\` names them.`;
  if (kind === 'verification') {
    if (snapshots?.length === 0) return 'There is no backup in the folder.';
    // What else lies there is nobody's loss, and a backup by hand may be on its way.
    const bad = faults.filter((fault) => fault.kind === 'missing' || fault.kind === 'changed');
    if (bad.length > 0) {
      const needing = new Set(bad.flatMap((fault) => fault.snapshots ?? []));
      return `${counted(count('missing', 'changed'), 'file of the backups is', 'files of the backups are')} missing or changed: ${named(bad.map(({ path }) => path))}. Remove the changed ones from the folder, and the next backup copies again what is still stored. The rest only old backups need: remove those that \`keepsake verify-backup\` names then from snapshots/ (now it names ${named([...needing])}).`;
    }
    const unread = faults.filter((fault) => fault.kind === 'unreadable');
    if (unread.length > 0)
      return `${counted(count('unreadable'), 'file')} of the backups could not be read: ${named(unread.map(({ path }) => path))}. Look after the disk of the backups before you remove anything.`;
  }
  return problems.length > 0
    ? `${counted(problems.length, 'problem')} in what was restored: ${named(problems)}.`
    : undefined;

  /** The answer names some of many faults. */
  function count(...kinds: string[]): number {
    return kinds.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
  }
}

function named(names: string[]): string {
  return names.length > maxNamed ? `${names.slice(0, maxNamed).join(', ')} and others` : names.join(', ');
}
