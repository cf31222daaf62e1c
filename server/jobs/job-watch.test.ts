import { expect, test } from 'vitest';
import { createLocalLeases } from '#server/cluster/leases.ts';
import { createJobWatch } from './job-watch.ts';

function watchAt(start: number) {
  const clock = { at: start };
  return { clock, watch: createJobWatch({ now: () => clock.at }) };
}

test('a job has begun, runs, has ended and is due again', async () => {
  const { clock, watch } = watchAt(1000);
  const { promise: end, resolve } = Promise.withResolvers<boolean>();
  const run = watch.run('garbage', () => end);
  expect(watch.states()).toEqual([
    { name: 'garbage', isRunning: true, beganAt: 1000, endedAt: null, outcome: null, failure: null, nextAt: null },
  ]);
  clock.at = 3000;
  resolve(true);
  await expect(run).resolves.toBe(true);
  watch.planned('garbage', 500);
  expect(watch.states()).toMatchObject([{ isRunning: false, endedAt: 3000, outcome: 'done', nextAt: 3500 }]);
});

test('what is reported while a job runs is its failure, and of no other, until it succeeds', async () => {
  const { watch } = watchAt(1000);
  const other = Promise.withResolvers<boolean>();
  const beside = watch.run('uploads', () => other.promise);
  await watch.run('garbage', async () => {
    await Promise.resolve();
    watch.failed('Could not empty Trash');
    return true;
  });
  watch.failed('A mail was not sent');
  other.resolve(true);
  await beside;
  const failure = () => watch.states().map(({ name, outcome, failure: says }) => [name, outcome, says]);
  expect(failure()).toEqual([
    ['uploads', 'done', null],
    ['garbage', 'failed', 'Could not empty Trash'],
  ]);
  await watch.run('garbage', async () => true);
  expect(failure()[1]).toEqual(['garbage', 'done', null]);
});

test('an error is a failure and goes on, and what another node does is none', async () => {
  const { watch } = watchAt(1000);
  const broken = watch
    .watchLeases('scrub', createLocalLeases())
    .hold('scrub', () => Promise.reject(new Error('no disk')));
  await expect(broken).rejects.toThrow('no disk');
  const busy = watch.watchLeases('unpacking', { hold: async () => false });
  await expect(busy.hold('unpacking', async () => {})).resolves.toBe(false);
  expect(watch.states()).toMatchObject([
    { name: 'scrub', outcome: 'failed', failure: 'It ended with an error: no disk' },
    { name: 'unpacking', outcome: 'elsewhere', failure: null },
  ]);
});
