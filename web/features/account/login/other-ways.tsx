import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import type { LogInWays } from '#contract/openid.ts';
import { returnPath } from './return-path.ts';

const LogInByProvider = lazy(async () => ({
  default: (await import('../provider/log-in-by-provider.tsx')).LogInByProvider,
}));
const ProviderProblem = lazy(async () => ({
  default: (await import('../provider/provider-problem.tsx')).ProviderProblem,
}));

type OtherWaysProps = { ways: LogInWays; verb: 'Log in' | 'Continue'; children: ReactNode };

/** The form with a password, unless the server has closed that way, and the button of its log-in provider, if it has one. */
export function OtherWays({ ways: { password, provider }, verb, children }: OtherWaysProps) {
  const { state, search } = useLocation();
  const problem = new URLSearchParams(search).get('problem');
  const returnTo = returnPath(state) ?? '/dashboard';
  return (
    <>
      <Suspense>{problem ? <ProviderProblem code={problem} title="You are not logged in." /> : null}</Suspense>
      {password ? children : null}
      <Suspense>{provider ? <LogInByProvider {...{ provider, verb, returnTo }} isOnly={!password} /> : null}</Suspense>
    </>
  );
}
