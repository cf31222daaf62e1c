import { expect, test } from 'vitest';
import { returnPath, returnState } from './return-path.ts';

test('only a path of this site is returned to', () => {
  expect(returnPath({ returnTo: '/folder/x?y' })).toBe('/folder/x?y');
  for (const returnTo of ['//evil.example', '/\\evil.example', 'https://evil.example', 'folder', 7]) {
    expect(returnPath({ returnTo })).toBeUndefined();
  }
  expect(returnPath(null)).toBeUndefined();
});

test('an account page tells the next one where to return to, and nothing else', () => {
  const state = {
    returnTo: '/task',
    notice: 'Your password was changed. Log in.',
    help: 'Every device was logged out.',
  };
  expect(returnState(state)).toEqual({ returnTo: '/task' });
  expect(returnState({ ...state, returnTo: undefined })).toBeUndefined();
});
