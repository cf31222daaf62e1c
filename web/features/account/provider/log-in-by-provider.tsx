import { useSession } from '../session/session-context.ts';
import { ProviderButton } from './provider-button.tsx';

type LogInByProviderProps = {
  provider: string;
  /** What the page is for. */
  verb: 'Log in' | 'Continue';
  returnTo: string;
  /** The token of an invitation. */
  invitation?: string;
  /** Whether there is no other way to log in. */
  isOnly: boolean;
};

/**
 * The button of the log-in provider, on the pages to log in, to sign up and to take up an invitation. Whoever is logged in is logged out before
 * somebody else may be, so that no other tab goes on in the account of the second.
 */
export function LogInByProvider({ provider, verb, returnTo, invitation, isOnly }: LogInByProviderProps) {
  const session = useSession();
  return (
    <>
      {isOnly ? null : <p className="or">or</p>}
      <ProviderButton
        purpose="log-in"
        returnTo={returnTo}
        invitation={invitation}
        variant={isOnly ? 'primary' : 'plain'}
        wide
        run={async (call) => {
          if (session.user() === undefined) await session.check();
          if (session.user()) await session.logOut();
          return await call();
        }}
      >
        {verb} with {provider}
      </ProviderButton>
    </>
  );
}
