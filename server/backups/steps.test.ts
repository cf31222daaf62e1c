import { expect, test } from 'vitest';
import { exitCodes } from '#contract/command-line.ts';
import { outcomeOf } from './steps.ts';

test('a verification tells how many files are bad, and which backups have to go for one that is stored nowhere else', () => {
  const snapshots = ['2026-11-20T03-30-00.000Z', '2026-11-21T03-30-00.000Z'];
  const answer = {
    snapshots,
    files: 5000,
    faults: [{ kind: 'missing', path: 'blobs/aa/photo', snapshots }],
    counts: { missing: 700, changed: 1, unreadable: 0, unfinished: 0, extra: 0 },
  };
  const { state, error } = outcomeOf('verification', { code: exitCodes.troubleFound, answer, error: undefined });
  expect(state).toBe('damaged');
  expect(error).toMatch(/^701 files of the backups are missing or changed: blobs\/aa\/photo\./);
  for (const name of snapshots) expect(error).toContain(name);
});
