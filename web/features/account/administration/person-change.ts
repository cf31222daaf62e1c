import { closingSeconds } from '#contract/limits.ts';
import type { Person } from '#contract/records/people.ts';

/** What an administrator changes of an account. */
export type PersonChange = Partial<Pick<Person, 'role' | 'quotaBytes' | 'quotaEntries'>> & {
  state?: 'active' | 'disabled' | 'closed';
  handOverTo?: string | null;
};

/** What is asked before it is done. */
export type Wanted =
  | 'space'
  | 'reset'
  | 'role'
  | 'sessions'
  | 'two-step'
  | 'disable'
  | 'close'
  | 'hand-over'
  | 'unsent';

/** Whether an account will be deleted. */
export function isWaiting({ state }: Pick<Person, 'state'>): boolean {
  return state === 'closing' || state === 'closed';
}

/** When an account that waits is deleted, in milliseconds; undefined when that cannot be stopped any more. */
export function deletedAt({ stateAt }: Pick<Person, 'stateAt'>): number | undefined {
  return stateAt === 0 ? undefined : stateAt + closingSeconds * 1000;
}
