/** What a server answers about accounts on the pictures: the moments are those of the day on which they are drawn. */
import type { JobState } from '#contract/records/job-state.ts';
import type { Person } from '#contract/records/people.ts';
import type { ServerReport } from '#contract/records/server-report.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const now = Date.now();

const fern: Person = {
  id: 'fern',
  name: 'Fern',
  email: 'fern@example.org',
  role: 'member',
  state: 'active',
  stateAt: now - 90 * day,
  createdAt: now - 90 * day,
  lastSeenAt: now - day,
  hasTwoStepLogin: true,
  usedBytes: 4.6e9,
  usedEntries: 812,
  quotaBytes: 5e9,
  quotaEntries: null,
  handOver: null,
};

export const people: Person[] = [
  {
    ...fern,
    id: 'ada',
    name: 'Ada',
    email: 'ada@example.org',
    role: 'administrator',
    lastSeenAt: now,
    usedBytes: 31e9,
    quotaBytes: null,
  },
  fern,
  {
    ...fern,
    id: 'long',
    name: 'Maximiliana von und zu Hohenlohe-Langenburg',
    email: 'maximiliana.hohenlohe-langenburg@a-rather-long-domain.example.org',
    usedBytes: 0,
    lastSeenAt: null,
  },
  { ...fern, id: 'otto', name: 'Otto', email: 'otto@example.org', state: 'disabled', lastSeenAt: now - 60 * day },
];

export const invitations = [
  { id: 'i1', email: 'grandma@example.org', quotaBytes: 5e9, createdAt: now - day, expiresAt: now + 6 * day },
  { id: 'i2', email: null, quotaBytes: null, createdAt: now - day, expiresAt: now + 6 * day },
];

export const settings = {
  signUp: { value: 'closed', isFixed: false },
  defaultQuotaBytes: { value: 50e9, isFixed: true },
};

const tidied: JobState = {
  name: 'garbage',
  isRunning: false,
  beganAt: now - 4 * 60 * minute,
  endedAt: now - 3 * 60 * minute,
  outcome: 'done',
  failure: null,
  nextAt: now + 21 * 60 * minute,
};
const everyMinute = { endedAt: now - minute / 2, nextAt: now + minute / 2 };

export const wellServer: ServerReport = {
  at: now,
  problems: [],
  disk: { freeBytes: 588e9, totalBytes: 1e12, usedBytes: 142e9, bytesPerDay: 5e8 },
  files: { damaged: 0, oldestCheckAt: now - 6 * day, waiting: 0 },
  jobs: {
    isIndexing: false,
    unpacking: 0,
    lastProblem: null,
    list: [
      { ...tidied, ...everyMinute, name: 'uploads' },
      tidied,
      { ...tidied, name: 'scrub', isRunning: true, beganAt: now - 2 * minute, nextAt: null },
      { ...tidied, name: 'thumbnails', endedAt: now - 12 * minute, nextAt: null },
      { ...tidied, ...everyMinute, name: 'search-index' },
      { ...tidied, ...everyMinute, name: 'nearly-full', outcome: 'elsewhere' },
      { ...tidied, ...everyMinute, name: 'closed-accounts' },
    ],
  },
  backup: { at: now - day, state: 'good' },
  mail: { kind: 'smtp', sentAt: now - day, failedAt: null, failure: null },
  version: '1.4.0',
  nodes: [{ name: 'one', version: '1.4.0', startedAt: now - 41 * day, seenAt: now }],
  address: { publicUrl: 'https://keepsake.example.org', yours: '192.0.2.7', proxy: 'trusted' },
  certificate: { endsAt: now + 60 * day, problem: null },
};

export const illServer: ServerReport = {
  ...wellServer,
  problems: ['disk-nearly-full', 'job-failed'],
  disk: { ...wellServer.disk, freeBytes: 8e9 },
  jobs: {
    ...wellServer.jobs,
    lastProblem: { at: now - 3 * 60 * minute, says: 'Could not remove orphan blobs' },
    list: wellServer.jobs.list.map((job) =>
      job.name === 'garbage' ? { ...job, outcome: 'failed', failure: 'Could not remove orphan blobs' } : job,
    ),
  },
  backup: null,
};

export const sessions = [
  ['s1', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', '192.0.2.7', now, true],
  [
    's2',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    '2001:db8:1:2::',
    now - day,
    false,
  ],
  ['s3', null, null, now - 20 * day, false],
].map(([id, userAgent, address, lastSeenAt, isCurrent]) => ({
  id,
  userAgent,
  address,
  isSameNetwork: isCurrent,
  firstSeenAt: now - 30 * day,
  lastSeenAt,
  isCurrent,
}));

export const passkeys = [
  { id: 'p1', name: 'Phone', createdAt: now - 30 * day, lastUsedAt: now - day, isBackedUp: true },
  {
    id: 'p2',
    name: 'Key on the ring with a name that somebody liked',
    createdAt: now - day,
    lastUsedAt: null,
    isBackedUp: false,
  },
];

export const twoStep = { since: now - 30 * day, backupCodes: 7 };

export const closesAt = now + 13 * day;

export const invitedBy = { kind: 'person', email: null, from: 'Ada', quotaBytes: 5e9, expiresAt: now + 6 * day };
