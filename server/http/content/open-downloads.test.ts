import { expect, test } from 'vitest';
import { createOpenDownloads } from './open-downloads.ts';

const ada = { kind: 'person', account: 'ada', sessionId: 's' } as const;
const bob = { kind: 'person', account: 'bob', sessionId: 't' } as const;
const link = { kind: 'download-token', account: 'ada', entryId: 'e' } as const;
const tooMany = { code: 'too-many-downloads' };

const { promise: never } = Promise.withResolvers<void>();
const download = async () => 'bytes';

test('one account takes no more than its share', async () => {
  const { run } = createOpenDownloads({ max: 100, maxOfAccount: 3, waitMs: 20 });
  for (let i = 0; i < 3; i += 1) void run(ada, 'here', () => never);
  await expect(
    run({ kind: 'program', account: 'ada', access: 'read', appPasswordId: 'p' }, 'there', download),
  ).rejects.toMatchObject(tooMany);
  expect(await run(bob, 'here', download)).toBe('bytes');
  expect(await run(link, 'here', download)).toBe('bytes');
});

test('a few are possible whatever others do', async () => {
  const { run } = createOpenDownloads({ max: 8, maxOfAccount: 8, waitMs: 20 });
  for (let i = 0; i < 8; i += 1) void run(ada, 'here', () => never);
  for (let i = 0; i < 6; i += 1) {
    expect(await run(bob, 'here', download)).toBe('bytes');
    void run(bob, 'here', () => never);
  }
  await expect(run(bob, 'here', download)).rejects.toMatchObject(tooMany);
});

test('who has a link keeps neither its owner nor other addresses out', async () => {
  const { run } = createOpenDownloads({ max: 100, maxOfAccount: 4, maxOfLinks: 2, waitMs: 20 });
  for (let i = 0; i < 2; i += 1) void run(link, 'here', () => never);
  await expect(run(link, 'here', download)).rejects.toMatchObject(tooMany);
  expect(await run(link, 'there', download)).toBe('bytes');
  for (let i = 0; i < 2; i += 1) void run(link, 'there', () => never);
  await expect(run(link, 'elsewhere', download)).rejects.toMatchObject(tooMany);
  expect(await run(ada, 'here', download)).toBe('bytes');
  // At an origin of its own, her browser has a token for what it shows.
  expect(await run({ ...link, sessionId: 's' }, 'here', download)).toBe('bytes');
});
