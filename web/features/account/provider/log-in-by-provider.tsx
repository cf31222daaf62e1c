import { ProviderButton } from './provider-button.tsx';

type LogInByProviderProps = {
  provider: string;
  /** What the page is for. */
  verb: 'Log in' | 'Continue';
  returnTo: string;
  /** Whether there is no other way to log in. */
  isOnly: boolean;
};

/** The button of the log-in provider, on the pages to log in and to sign up. */
export function LogInByProvider({ provider, verb, returnTo, isOnly }: LogInByProviderProps) {
  return (
    <>
      {isOnly ? null : <p className="or">or</p>}
      <ProviderButton purpose="log-in" returnTo={returnTo} variant={isOnly ? 'primary' : 'plain'} wide>
        {verb} with {provider}
      </ProviderButton>
    </>
  );
}
