import { expect } from 'vitest';
import type { Health, HealthProblem } from '#contract/health.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { TestServer } from './start-server.ts';

/** What the server says of itself now, the codes only. */
export async function readHealth({ baseUrl }: Pick<TestServer, 'baseUrl'>) {
  const answer = await fetch(`${baseUrl}/readyz`);
  const { status, problems = [], warnings = [] } = (await answer.json()) as Health;
  return { httpStatus: answer.status, status, problems: problems.map(codeOf), warnings: warnings.map(codeOf) };
}

/** Waits until the server says that it can do its work. */
export async function waitUntilReady(server: Pick<TestServer, 'baseUrl'>): Promise<void> {
  await waitFor(async () => (await readHealth(server)).httpStatus === 200, { what: 'the server to be ready' });
}

/** Waits until these are the problems that the server tells of: a check that takes long is one of its own for a moment. */
export async function waitUntilInTrouble(
  server: Pick<TestServer, 'baseUrl'>,
  ...problems: HealthProblem[]
): Promise<void> {
  const told = async () => {
    expect(await readHealth(server)).toMatchObject({ httpStatus: 503, problems });
    return true;
  };
  await waitFor(told, { what: `the server to tell of ${problems.join(', ')}` });
}

function codeOf<Code>({ code }: { code: Code }): Code {
  return code;
}
