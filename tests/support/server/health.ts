import type { Health } from '#contract/health.ts';
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

function codeOf<Code>({ code }: { code: Code }): Code {
  return code;
}
