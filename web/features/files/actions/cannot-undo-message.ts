import { ApiError } from '#client/api-error.ts';
import { visibleName } from '#contract/names/names.ts';
import { callErrorMessage } from '../parts/name-error.tsx';

const reasons: Record<string, (name: string) => string> = {
  changed: (name) => `${name} was renamed, moved or changed meanwhile.`,
  gone: (name) => `${name} is no longer there.`,
  'not-in-trash': (name) => `${name} is no longer in Trash.`,
  'not-empty': (name) => `${name} is no longer empty.`,
  'name-taken': (name) => `Another item now has the name ${name} there.`,
  'folder-gone': (name) => `The folder that ${name} was in no longer exists.`,
};

/** Why something could not be undone. */
export function cannotUndoMessage(error: unknown): string {
  const { why, name } = (error instanceof ApiError ? error.data : {}) as { why?: string; name?: string };
  const reason = why === undefined ? undefined : reasons[why];
  return reason ? reason(name === undefined ? 'What was changed' : visibleName(name)) : callErrorMessage(error);
}
