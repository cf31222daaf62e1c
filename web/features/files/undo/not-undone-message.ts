import { ApiError } from '#client/api-error.ts';
import { visibleName } from '#contract/names/names.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import { maxNames, namesText } from '../parts/names-text.ts';
import type { DoneCall, NotUndone } from './undo-calls.ts';

const reasons: Record<string, (name: string) => string> = {
  changed: (name) => `${name} was renamed, moved or changed meanwhile.`,
  gone: (name) => `${name} is no longer there.`,
  'not-in-trash': (name) => `${name} is no longer in Trash.`,
  'not-empty': (name) => `${name} is no longer empty.`,
  'name-taken': (name) => `Another item now has the name ${name} there.`,
  damaged: (name) => `The earlier content of ${name} was damaged on the disk of this server.`,
  'folder-gone': (name) => `The folder that ${name} was in no longer exists.`,
};

/** The title and text of a toast that says what was not undone, and why: for the first of them. */
export function notUndoneMessage(
  done: { title: string; calls: readonly DoneCall[] },
  refused: readonly NotUndone[],
): [string, string] {
  const why = [...new Set(refused.map(({ error }) => reasonOf(error)))].slice(0, maxNames).join(' ');
  if (refused.length === done.calls.length) return [done.title, `Not undone. ${why}`];
  const calls = refused.map(({ call }) => call);
  const which = calls.every(({ count }) => count === 1)
    ? namesText(calls.map(({ title }) => title))
    : `${calls.reduce((sum, { count }) => sum + count, 0).toLocaleString('en')} items`;
  return ['Not everything was undone', `Not undone: ${which}. ${why}`];
}

function reasonOf(error: unknown): string {
  const data = error instanceof ApiError ? error.data : undefined;
  const { why, name } = (data ?? {}) as { why?: string; name?: string };
  const reason = why === undefined ? undefined : reasons[why];
  return reason ? reason(name === undefined ? 'What was changed' : visibleName(name)) : callErrorMessage(error);
}
