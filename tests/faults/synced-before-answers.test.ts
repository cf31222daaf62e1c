import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { faultSeed } from '#tests/support/server/fault-settings.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { operations } from './operations/operations.ts';
import { treeUnderFaults } from './support/at-calls.ts';
import { createClient } from './support/client.ts';
import { attach } from './support/strace.ts';

const seed = faultSeed();

/** What a call did to a file that keeps something, or that an answer began to go out. In the order in which it happened. */
type Step = { what: 'wrote' | 'syncs' | 'synced'; path: string } | { what: 'answered'; path: '' };

test(`what is written for an operation is synced before its answer goes out (seed ${seed})`, async () => {
  const server = await startServer();
  const client = await createClient(await signUp(server), { seed, name: 'client', isAlone: true });
  const unsynced: string[] = [];
  const silent: string[] = [];
  for (const kind of Object.keys(operations)) {
    const operation = await client.prepare(kind, treeUnderFaults);
    await waitUntilQuiet(server);
    const steps = await stepsOf(server, () => client.perform(operation));
    const { isSynced, hasWritten } = judge(steps);
    if (!isSynced) unsynced.push(`${kind}: ${JSON.stringify(steps)}`);
    if (!hasWritten) silent.push(kind);
  }
  expect(unsynced).toEqual([]);
  // Otherwise this test looks for the wrong calls.
  expect(silent).toEqual([]);
});

/** Until what the operations before left to be done in the background is done: it writes nothing for a moment. */
async function waitUntilQuiet({ pid }: { pid: number }): Promise<void> {
  const written = async () => /wchar: \d+/.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[0];
  const isQuiet = async () => {
    const before = await written();
    await pause(100);
    return (await written()) === before;
  };
  await waitFor(isQuiet, { what: 'the server to be quiet' });
}

/** Does the work, and tells what the server wrote, synced and answered meanwhile. */
async function stepsOf({ pid, dataFolder }: { pid: number; dataFolder: string }, work: () => Promise<void>) {
  const steps: Step[] = [];
  /** By thread: the call that has not returned yet. */
  const begun = new Map<string, string>();
  const calls = 'pwrite64,pwritev,write,writev,fsync,fdatasync';
  const tracer = await attach(['-f', '-y', '-s', '12', '-p', String(pid), '-e', `trace=${calls}`], (line) => {
    const [, thread = '', rest = ''] = /^\[pid +(\d+)\] (.*)$/.exec(line) ?? [];
    const call = rest.startsWith('<... ') ? `${begun.get(thread) ?? ''}${rest}` : rest;
    const [, name = '', path = ''] = /^(\w+)\(\d+<([^>]*)>/.exec(call) ?? [];
    const isEnd = !rest.endsWith('<unfinished ...>');
    begun.set(thread, isEnd ? '' : call);
    if (call.includes('"HTTP/1.1 2')) {
      if (!rest.startsWith('<... ')) steps.push({ what: 'answered', path: '' });
    } else if (path.startsWith(`${dataFolder}/blobs/`) || path.startsWith(`${dataFolder}/keepsake.db`)) {
      if (!name.endsWith('sync')) steps.push({ what: 'wrote', path });
      else {
        if (!rest.startsWith('<... ')) steps.push({ what: 'syncs', path });
        if (isEnd) steps.push({ what: 'synced', path });
      }
    }
  });
  await work();
  await tracer.detach();
  return steps;
}

/** Whether each answer follows a sync of every file that was written since the answer before, begun after its first write. */
function judge(steps: readonly Step[]): { isSynced: boolean; hasWritten: boolean } {
  const states = new Map<string, 'written' | 'syncing' | 'synced'>();
  let isSynced = true;
  let hasWritten = false;
  for (const { what, path } of steps) {
    if (what === 'wrote') {
      hasWritten = true;
      if (states.get(path) === undefined) states.set(path, 'written');
    }
    if (what === 'syncs' && states.get(path) === 'written') states.set(path, 'syncing');
    if (what === 'synced' && states.get(path) === 'syncing') states.set(path, 'synced');
    if (what === 'answered') {
      isSynced &&= [...states.values()].every((state) => state === 'synced');
      states.clear();
    }
  }
  return { isSynced, hasWritten };
}
