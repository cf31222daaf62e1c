import { useLocation } from 'react-router';
import { ProviderButton } from './provider-button.tsx';
import { useLogInWays } from './use-log-in-ways.ts';

/** Lets somebody show at the log-in provider that it is still them. They come back to this page. */
export function ConfirmByProvider({ isOnly }: { isOnly: boolean }) {
  const { provider } = useLogInWays();
  const { pathname } = useLocation();
  if (provider === null) return null;
  return (
    <div className="mt-4 grid gap-4">
      {isOnly ? null : <p className="or">or</p>}
      <p className="text-14 text-ink-2">
        Log in again with {provider}. You come back to this page, where you then do it once more.
      </p>
      <ProviderButton purpose="confirm" returnTo={pathname} variant={isOnly ? 'primary' : 'plain'} wide>
        Continue with {provider}
      </ProviderButton>
    </div>
  );
}
