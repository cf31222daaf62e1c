import type { Person } from '#contract/records/people.ts';

/** What an administrator changes of an account. */
export type PersonChange = Partial<Pick<Person, 'role' | 'quotaBytes' | 'quotaEntries'>> & {
  state?: 'active' | 'disabled';
};

/** What is asked before it is done. */
export type Wanted = 'space' | 'reset' | 'role' | 'sessions' | 'two-step' | 'disable';
