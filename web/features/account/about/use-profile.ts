import type { ApiClient } from '#client/api.ts';
import { useRead } from '../reading/use-read.ts';

export type ProfileState = ReturnType<typeof useProfile>;

/** The profile of the person, read when the page opens and after each change. */
export function useProfile(api: Pick<ApiClient, 'account'>) {
  const { value: profile, failure, retry, read, run } = useRead(() => api.account.profile.get());
  return {
    profile,
    failure,
    retry,
    read,
    /** Makes a change and reads the profile again. */
    change: (work: () => Promise<void>): Promise<boolean> => run(work),
  };
}
