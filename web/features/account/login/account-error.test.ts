import { expect, test } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { errorHelp } from './account-error.ts';

const errorOf = (code: ErrorCode) => new ApiError({ code, message: errors[code].message }, errors[code].status);

test('whatever the server refuses is explained; only a wrong password is what the title says', () => {
  const unexplained = (Object.keys(errors) as ErrorCode[]).filter((code) => !errorHelp(errorOf(code)));
  expect(unexplained).toEqual(['wrong-credentials']);
  expect(errorHelp(errorOf('foreign-origin'))).toContain('PUBLIC_URL');
});
