import type * as Files from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { passwordProblem } from './password-rules.ts';

vi.mock('node:fs/promises', async (importActual) => {
  const files = await importActual<typeof Files>();
  const readFile = vi
    .fn<typeof files.readFile>(files.readFile)
    .mockRejectedValueOnce(new Error('EMFILE: too many open files'));
  return { ...files, readFile };
});

const about = { email: 'ada@example.org', host: 'files.example.org' };

test('the list of common passwords is read again when it could not be read', async () => {
  await expect(passwordProblem('correct horse battery', about)).rejects.toThrow('EMFILE');
  expect(await passwordProblem('correct horse battery', about)).toBeUndefined();
  expect(await passwordProblem('password123', about)).toBe('password-too-common');
});

test.each([' correct horse', 'correct horse ', '\u00a0correct horse', 'correct horse\n'])(
  '%j is refused: what is typed is trimmed, so nobody could type it',
  async (password) => {
    expect(await passwordProblem(password, about)).toBe('password-has-outer-spaces');
  },
);
