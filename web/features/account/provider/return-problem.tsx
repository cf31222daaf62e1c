import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { problemParameter } from '#contract/openid.ts';

const ProviderProblem = lazy(async () => ({
  default: (await import('./provider-problem.tsx')).ProviderProblem,
}));

/** Says why somebody comes back from the log-in provider with nothing done; nothing on any other way to the page. */
export function ReturnProblem({ title = 'That did not work.' }: { title?: string }) {
  const { search } = useLocation();
  const problem = new URLSearchParams(search).get(problemParameter);
  return <Suspense>{problem ? <ProviderProblem code={problem} title={title} /> : null}</Suspense>;
}
