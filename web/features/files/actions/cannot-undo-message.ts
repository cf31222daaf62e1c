import { ApiError } from '#client/api-error.ts';
import { visibleName } from '#contract/names/names.ts';
import { callErrorMessage } from '../parts/name-error.tsx';

const reasons: Record<string, (name: string) => string> = {
  changed: (name) => `${name} was renamed, moved or changed meanwhile.`,
  gone: (name) => `${name} is no longer there.`,
  'not-in-trash': (name) => `${name} is no longer in Trash.`,
  'not-empty': (name) => `There is something in ${name} now.`,
  'name-taken': (name) => `Where ${name} was, something else has its name now.`,
  'folder-gone': (name) => `The folder that ${name} was in is gone.`,
};

/** Why something could not be undone. */
export function cannotUndoMessage(error: unknown): string {
  const { why, name } = (error instanceof ApiError ? error.data : {}) as { why?: string; name?: string };
  const reason = why === undefined ? undefined : reasons[why];
  return reason ? reason(name === undefined ? 'What was changed' : visibleName(name)) : callErrorMessage(error);
}
