import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

test('a command is in a process group of its own: Ctrl-C on a terminal reaches the server only', async () => {
  const before = children();
  const running = runCommand(['--help'], new AbortController().signal);
  const begun = children().filter(({ id }) => !before.some((other) => other.id === id));
  expect(begun).toEqual([{ id: begun[0]?.id, group: begun[0]?.id }]);
  expect((await running).code).toBe(0);
});

/** The children of this process and their process groups, as proc_pid_stat(5) has them. */
function children(): { id: number; group: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), rest: statOf(name).split(') ').at(-1)?.split(' ') ?? [] }))
    .filter(({ rest }) => Number(rest[1]) === process.pid)
    .map(({ id, rest }) => ({ id, group: Number(rest[2]) }));
}

/** Empty for a process that has ended meanwhile. */
function statOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return '';
  }
}
