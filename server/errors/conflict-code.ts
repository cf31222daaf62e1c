import type { ErrorCode } from '#contract/errors.ts';
import { type UniqueConflict, uniqueConflict } from '#server/database/unique-constraints.ts';

const codes: Record<UniqueConflict, ErrorCode> = {
  'name-taken': 'name-taken',
  'address-taken': 'address-taken',
  'upload-taken': 'upload-offset-conflict',
};

/** The contract's code for the violation of a unique constraint; undefined for every other error, and for one that is a bug. */
export function conflictCodeOf(error: unknown): ErrorCode | undefined {
  const conflict = uniqueConflict(error);
  return conflict && codes[conflict];
}
