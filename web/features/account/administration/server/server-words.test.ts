import { expect, test } from 'vitest';
import type { ServerReport } from '#contract/records/server-report.ts';
import { rowsOf, sentenceOf } from './server-words.ts';

const at = Date.UTC(2026, 10, 26, 12);
const day = 24 * 60 * 60 * 1000;

const well: ServerReport = {
  at,
  problems: [],
  disk: { freeBytes: 588e9, totalBytes: 1e12, usedBytes: 142e9, bytesPerDay: 5e8 },
  files: { damaged: 0, oldestCheckAt: at - 6 * day, waiting: 0 },
  jobs: { isIndexing: false, unpacking: 0, lastProblem: null, list: [] },
  backup: { at: at - day, state: 'good' },
  mail: { kind: 'smtp', sentAt: at - day, failedAt: null, failure: null },
  version: '1.4.0',
  nodes: [{ name: 'one', version: '1.4.0', startedAt: at - 41 * day, seenAt: at }],
  address: { publicUrl: 'https://keepsake.example.org', yours: '192.0.2.7', proxy: 'trusted' },
  certificate: { endsAt: at + 60 * day, problem: null },
};

test('a server that is well says so, and how each thing is', () => {
  expect(sentenceOf(well)).toBe('Everything is well');
  const texts = Object.fromEntries(rowsOf(well).map(({ name, text }) => [name, text]));
  expect(texts).toMatchObject({
    Disk: '588 GB of 1.0 TB are free, enough for about 3 years at this pace. People keep 142 GB.',
    Files: 'Every file was stored or read again since 20 Nov 2026, and is the same to the byte.',
    'In progress': 'Nothing: thumbnails, search and unpacking are done.',
    Address:
      'People reach it at https://keepsake.example.org. You come from 192.0.2.7, through a proxy that you trust.',
    Certificate: 'It ends on 25 Jan 2027.',
    Version: 'Keepsake 1.4.0. Running for 41 days.',
  });
});

test('what needs somebody comes first, and says what to do', () => {
  const report: ServerReport = {
    ...well,
    problems: ['files-damaged', 'proxy-untrusted'],
    files: { ...well.files, damaged: 2 },
    address: { ...well.address, proxy: 'untrusted' },
  };
  expect(sentenceOf(report)).toBe('Two things need you');
  const [files, address, ...others] = rowsOf(report);
  expect(files).toMatchObject({
    isBad: true,
    text: expect.stringContaining('2 stored files are damaged: keepsake doctor'),
  });
  expect(address).toMatchObject({ isBad: true, text: expect.stringContaining('Set TRUSTED_PROXIES') });
  expect(others.some(({ isBad }) => isBad)).toBe(false);
});

test('jobs that failed are named', () => {
  const failed = (name: ServerReport['jobs']['list'][number]['name']) =>
    ({ name, isRunning: false, beganAt: at, endedAt: at, outcome: 'failed', failure: 'No', nextAt: null }) as const;
  const list = [failed('garbage'), failed('backups')];
  const [first] = rowsOf({ ...well, problems: ['job-failed'], jobs: { ...well.jobs, list } });
  expect(first).toEqual({
    name: 'Jobs',
    text: 'Tidying up and taking backups failed the last time, and are tried again. The list below says why.',
    isBad: true,
  });
});

test.each([
  [null, [], false, 'takes none by itself'],
  [{ at: null, state: 'new' }, [], false, 'None was taken yet.'],
  [{ at: at - day, state: 'good' }, [], false, 'The last good one was made on'],
  [{ at: at - 3 * day, state: 'overdue' }, ['backup-late'], true, '3 days ago: see keepsake doctor.'],
  [{ at: at - day, state: 'trouble' }, ['backup-trouble'], true, 'something about them is wrong'],
  [{ at: null, state: 'trouble' }, ['backup-trouble'], true, 'None has succeeded yet'],
] as const)('backups as %j', (backup, problems, isBad, text) => {
  const row = rowsOf({ ...well, backup, problems: [...problems] }).find(({ name }) => name === 'Backup');
  expect(row).toMatchObject({ isBad, text: expect.stringContaining(text) });
});
