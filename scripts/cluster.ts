/**
 * Two nodes, PostgreSQL, Ceph and nginx on this machine: `npm run cluster -- [--folder data-cluster] [--port 8080]`. What
 * they keep lies in the folder and is there the next time. Ctrl-C ends all of it.
 */
import { parseArgs } from 'node:util';
import { openClusterFolder } from './cluster/open-folder.ts';
import { type Part, startCluster } from './cluster/start-cluster.ts';
import { providePrograms } from './provide-programs.ts';
import { Problem, run, say } from './terminal.mjs';

await run(async () => {
  const { folder: wanted, port } = readArguments();
  await providePrograms('postgres', 'ceph', 'nginx');
  const folder = openClusterFolder(wanted);
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());

  const cluster = await startCluster({ folder, port, ended: ended.signal });
  if (!ended.signal.aborted) {
    say(`\nKeepsake is at ${cluster.baseUrl}\n`);
    for (const line of table(cluster.parts)) say(line);
    say(`\nEverything they keep lies in ${folder}. Ctrl-C ends all of it.`);
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  }
  say('\nEnding …');
  await cluster.stop();
});

function readArguments(): { folder: string; port: number | undefined } {
  const options = { folder: { type: 'string', default: 'data-cluster' }, port: { type: 'string' } } as const;
  try {
    const { folder, port } = parseArgs({ options }).values;
    if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Error('no port');
    return { folder, port: port === undefined ? undefined : Number(port) };
  } catch {
    throw new Problem('It takes --folder <where everything lies> and --port <where nginx listens>.');
  }
}

function table(parts: readonly Part[]): string[] {
  const width = (of: (part: Part) => string) => Math.max(...parts.map((part) => of(part).length));
  const [names, addresses] = [width(({ name }) => name), width(({ address }) => address)];
  return parts.map(
    ({ name, address, pids, about }) =>
      `  ${name.padEnd(names)}  ${address.padEnd(addresses)}  ${about}, pid ${pids.join(', ')}`,
  );
}
