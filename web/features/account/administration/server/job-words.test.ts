import { expect, test } from 'vitest';
import type { JobState } from '#contract/records/job-state.ts';
import { jobRows } from './job-words.ts';

const at = Date.UTC(2026, 10, 26, 12);
const minute = 60_000;

const done: JobState = {
  name: 'garbage',
  isRunning: false,
  beganAt: at - 4 * minute,
  endedAt: at - 3 * minute,
  outcome: 'done',
  failure: null,
  nextAt: at + 57 * minute,
};

test.each<[Partial<JobState>, string]>([
  [{}, 'Ran 3 minutes ago, next in 57 minutes'],
  [{ endedAt: at - 5000, nextAt: null }, 'Ran just now'],
  [{ nextAt: at - 5000 }, 'Ran 3 minutes ago, next now'],
  [{ nextAt: at + 24 * 60 * minute - 1 }, 'Ran 3 minutes ago, next in 24 hours'],
  [{ nextAt: at + 24 * 60 * minute }, 'Ran 3 minutes ago, next in 1 day'],
  [{ isRunning: true, nextAt: null }, 'Running, began 4 minutes ago, ran 3 minutes ago'],
  [{ isRunning: true, endedAt: null, outcome: null, nextAt: null }, 'Running, began 4 minutes ago'],
  [{ outcome: 'elsewhere' }, 'Another node did it 3 minutes ago, next in 57 minutes'],
  [
    { outcome: 'failed', failure: 'Could not empty Trash' },
    'Failed 3 minutes ago, next in 57 minutes. Could not empty Trash',
  ],
])('a job with %j', (changed, text) => {
  expect(jobRows([{ ...done, ...changed }], at)).toMatchObject([{ name: 'Tidying up', text }]);
});

test('what failed comes first', () => {
  const failed: JobState = { ...done, name: 'backups', outcome: 'failed', failure: 'The backups cannot go on' };
  expect(jobRows([done, failed], at).map(({ name, isBad }) => [name, isBad])).toEqual([
    ['Taking backups', true],
    ['Tidying up', false],
  ]);
});
