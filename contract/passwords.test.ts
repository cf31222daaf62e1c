import { expect, test } from 'vitest';
import { plainPasswordProblem } from './passwords.ts';

test.each([
  ['', 'password-too-short'],
  ['1234567', 'password-too-short'],
  ['12345678', undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'password-too-long'],
  ['🔑'.repeat(7), 'password-too-short'],
  ['🔑'.repeat(8), undefined],
  ['🔑'.repeat(128), undefined],
  ['Grace.Hopper@Example.org', 'password-is-address'],
  [' grace.HOPPER ', 'password-is-address'],
  ['grace.hopper@elsewhere.org', undefined],
])('%j of grace.hopper@example.org: %s', (password, problem) => {
  expect(plainPasswordProblem(password, 'grace.hopper@example.org')).toBe(problem);
});

test('without an address, or with the beginning of one, no password is one', () => {
  for (const email of ['', '@', 'grace']) expect(plainPasswordProblem('correct horse', email)).toBeUndefined();
});
