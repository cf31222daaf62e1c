import { useEffect, useState } from 'react';
import { logInWays } from '#client/openid.ts';
import { ownServer } from '#client/server.ts';
import type { LogInWays } from '#contract/openid.ts';
import { readLocal, writeLocal } from '#web/ui/browser/local-storage.ts';

const key = 'logInWays';
const usual: LogInWays = { password: true, provider: null, signUp: true };

/** The ways to log in: as the server said last, until it says so again, so that the page does not change under one's hands. */
export function useLogInWays(): LogInWays {
  const [ways, setWays] = useState(saved);
  useEffect(() => {
    // Without an answer the page stays as it is.
    logInWays(ownServer()).then(
      (now) => {
        writeLocal(key, JSON.stringify(now));
        setWays(now);
      },
      () => {},
    );
  }, []);
  return ways;
}

function saved(): LogInWays {
  try {
    return { ...usual, ...JSON.parse(readLocal(key) ?? '{}') };
  } catch {
    return usual;
  }
}
