import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { type LogInWays, problemParameter } from '#contract/openid.ts';

const LogInByProvider = lazy(async () => ({
  default: (await import('./log-in-by-provider.tsx')).LogInByProvider,
}));
const ProviderProblem = lazy(async () => ({
  default: (await import('./provider-problem.tsx')).ProviderProblem,
}));

type OtherWaysProps = {
  ways: LogInWays;
  verb: 'Log in' | 'Continue';
  /** The page to come to. */
  returnTo: string | undefined;
  /** The form with a password. */
  children: ReactNode;
};

/** The form with a password, unless the server has closed that way, and the button of its log-in provider, if it has one. */
export function OtherWays({ ways: { password, provider }, verb, returnTo = '/dashboard', children }: OtherWaysProps) {
  const { search } = useLocation();
  const problem = new URLSearchParams(search).get(problemParameter);
  return (
    <>
      <Suspense>{problem ? <ProviderProblem code={problem} title="That log-in did not work." /> : null}</Suspense>
      {password ? children : null}
      <Suspense>{provider ? <LogInByProvider {...{ provider, verb, returnTo }} isOnly={!password} /> : null}</Suspense>
    </>
  );
}
