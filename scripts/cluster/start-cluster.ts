import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Engines, startEngines } from '#tests/support/engines/engines.ts';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startNginxServer } from '#tests/support/server/nginx-server.ts';
import { startProcess } from '#tests/support/server/server-process.ts';
import { Problem, say, step } from '../terminal.mjs';

/** What runs where. */
export type Part = { name: string; address: string; pids: number[]; about: string };

type Options = {
  folder: string;
  /** Where nginx listens; a free port unless given. */
  port: number | undefined;
  /** Once it is aborted nothing more is started. */
  ended: AbortSignal;
};

const nodes = 2;
const startMs = 30_000;

/** Starts everything, one after the other, until `ended`. What was started runs until it is stopped. */
export async function startCluster({ folder, port, ended }: Options) {
  const parts: Part[] = [];
  /** How to end what runs, the first one last. */
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  const nginxPort = port ?? (await freePort());
  try {
    const engines = await begin('PostgreSQL and Ceph', () => startEngines({ folder, isKept: true }));
    if (engines !== undefined) {
      stops.push(engines.stop);
      parts.push(...partsOf(engines, folder));
      const ports: number[] = [];
      for (let i = 1; i <= nodes; i += 1) {
        const node = await begin(`node ${i}`, () => startNode(i, engines.settings));
        if (node === undefined) continue;
        ports.push(node.port);
        parts.push(node.part);
      }
      const nginx = await begin('nginx', () =>
        startNginxServer({ folder: join(folder, 'nginx'), port: nginxPort, behind: ports }),
      );
      if (nginx !== undefined) {
        stops.push(nginx.stop);
        parts.push({ name: 'nginx', address: nginx.baseUrl, pids: [nginx.pid], about: 'deploy/nginx.conf' });
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl: `http://127.0.0.1:${nginxPort}`, parts, stop };

  async function begin<Result>(what: string, work: () => Promise<Result>): Promise<Result | undefined> {
    return ended.aborted ? undefined : await step(`Starting ${what}`, work);
  }

  async function startNode(number: number, shared: Engines['settings']) {
    const own = await freePort();
    const name = `node-${number}`;
    const log = join(folder, `${name}.log`);
    const settings = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '/',
      PORT: String(own),
      HOST: '127.0.0.1',
      KEEPSAKE_DATA: join(folder, name),
      TRUSTED_PROXIES: '127.0.0.1',
      ...shared,
    };
    const node = startProcess(settings, [], {
      onLine: (line) => appendFileSync(log, `${line}\n`, { mode: 0o600 }),
      onTrouble: (line) => say(`${name}: ${line}`),
    });
    stops.push(node.stop);
    const address = `http://127.0.0.1:${own}`;
    await waitFor(async () => !node.isRunning() || (await fetch(`${address}/readyz`)).ok, {
      what: `node ${number}; see ${log}`,
      timeoutMs: startMs,
    });
    if (!node.isRunning()) throw new Problem(`Node ${number} does not start: ${log} says why.`);
    return { port: own, part: { name: `node ${number}`, address, pids: [node.pid], about: `its log is ${log}` } };
  }
}

function partsOf({ postgres, ceph }: Engines, folder: string): Part[] {
  const { hostname, port, pathname, username } = new URL(postgres.url);
  return [
    {
      name: 'PostgreSQL',
      address: `postgres://${username}@${hostname}:${port}${pathname}`,
      pids: [postgres.pid],
      about: `its password is in ${join(folder, 'postgres', 'password')}`,
    },
    {
      name: 'S3 (Ceph)',
      address: ceph.access.endpoint,
      pids: ceph.pids(),
      about: `its keys are in ${join(folder, 'ceph', 'identity.json')}`,
    },
  ];
}
