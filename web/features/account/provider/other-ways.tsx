import { lazy, type ReactNode, Suspense } from 'react';
import type { LogInWays } from '#contract/openid.ts';
import { ReturnProblem } from './return-problem.tsx';

const LogInByProvider = lazy(async () => ({
  default: (await import('./log-in-by-provider.tsx')).LogInByProvider,
}));

type OtherWaysProps = {
  ways: LogInWays;
  verb: 'Log in' | 'Continue';
  /** The page to come to. */
  returnTo: string | undefined;
  /** The token of an invitation. */
  invitation?: string;
  /** The form with a password. */
  children: ReactNode;
};

/** The form with a password, unless the server has closed that way, and the button of its log-in provider, if it has one. */
export function OtherWays({ ways, verb, returnTo = '/dashboard', invitation, children }: OtherWaysProps) {
  const { password, provider } = ways;
  const to = { verb, returnTo, ...(invitation !== undefined && { invitation }) };
  return (
    <>
      <ReturnProblem title="That log-in did not work." />
      {password ? children : null}
      <Suspense>{provider ? <LogInByProvider provider={provider} {...to} isOnly={!password} /> : null}</Suspense>
    </>
  );
}
