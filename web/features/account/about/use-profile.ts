import { useCallback, useEffect, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import type { Profile } from '#contract/records/account.ts';

export type ProfileState = ReturnType<typeof useProfile>;

/** The profile of the person, read when the page opens and after each change. */
export function useProfile(api: Pick<ApiClient, 'account'>) {
  const [profile, setProfile] = useState<Profile>();
  const [failure, setFailure] = useState<unknown>();

  const read = useCallback(() => api.account.profile.get().then(setProfile, setFailure), [api]);
  useEffect(() => void read(), [read]);

  return {
    profile,
    failure,
    read,
    /** Makes a change and reads the profile again. */
    async change(work: () => Promise<void>): Promise<void> {
      setFailure(undefined);
      await work().catch(setFailure);
      await read();
    },
  };
}
