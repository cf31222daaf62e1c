import type { AccountLink } from '../login/account-frame.tsx';
import { useLogInWays } from '../provider/use-log-in-ways.ts';

/** The links of the pages that reset a password. */
export function useLinks(): AccountLink[] {
  const { signUp } = useLogInWays();
  return [{ to: '/login', label: 'Log in' }, ...(signUp ? [{ to: '/signup', label: 'Sign up' }] : [])];
}
