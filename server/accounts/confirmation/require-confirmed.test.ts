import { expect, test } from 'vitest';
import { requireConfirmed } from './require-confirmed.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const person = { kind: 'person', account: 'ada', sessionId: 's' } as const;

test('who confirmed who they are in the last 15 minutes may go on', () => {
  expect(() => requireConfirmed({ ...person, confirmedAt: now - 15 * minute }, now)).not.toThrow();
});

test.each([
  ['longer ago', now - 15 * minute - 1],
  ['never', undefined],
  ['in time to come', now + minute],
])('who did %s may not', (_when, confirmedAt) => {
  const principal = confirmedAt === undefined ? person : { ...person, confirmedAt };
  expect(() => requireConfirmed(principal, now)).toThrow(expect.objectContaining({ code: 'confirmation-needed' }));
});

test('a program never may', () => {
  const program = { kind: 'program', account: 'ada', confirmedAt: now } as const;
  expect(() => requireConfirmed(program, now)).toThrow(expect.objectContaining({ code: 'session-needed' }));
});
