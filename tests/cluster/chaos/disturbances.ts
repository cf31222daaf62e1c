import type { Engines } from '#tests/support/engines/engines.ts';
import type { Random } from '#tests/support/fixtures/random.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

/** Something that goes wrong for a while. */
export type Disturbance = {
  what: string;
  lastsMs: number;
  begin(): Promise<void> | void;
  /** Takes the cause away. */
  end(): Promise<void> | void;
};

type Place = {
  nodes: readonly TestServer[];
  engines: Engines;
  random: Random;
  /** How long a node is frozen, and how long the S3 gateway is away. */
  freezeMs: number;
  outageMs: number;
};

const shortestAwayMs = 100;
const longestAwayMs = 2000;

/** One of each kind, in random order, each at a random node. */
export function oneOfEach(place: Place): Disturbance[] {
  const { nodes, engines, random, freezeMs, outageMs } = place;
  const awayMs = () => random.between(shortestAwayMs, longestAwayMs);
  const pick = () => nodes[random.between(0, nodes.length - 1)] as TestServer;
  const nameOf = (node: TestServer) => `node ${nodes.indexOf(node) + 1}`;
  const [killed, frozen, stopped] = [pick(), pick(), pick()];
  const each: Disturbance[] = [
    {
      what: `${nameOf(killed)} is killed`,
      lastsMs: awayMs(),
      begin: () => killed.kill('SIGKILL'),
      end: killed.restart,
    },
    {
      what: `${nameOf(frozen)} is frozen`,
      lastsMs: freezeMs,
      begin: () => void process.kill(frozen.pid, 'SIGSTOP'),
      end: () => void process.kill(frozen.pid, 'SIGCONT'),
    },
    { what: `${nameOf(stopped)} is stopped`, lastsMs: awayMs(), begin: stopped.stop, end: stopped.restart },
    { what: 'PostgreSQL is restarted', lastsMs: 0, begin: engines.postgres.restart, end: () => {} },
    {
      what: 'the S3 gateway is stopped',
      lastsMs: outageMs,
      begin: () => engines.ceph.stopGateway(),
      end: engines.ceph.startGateway,
    },
  ];
  return each
    .map((disturbance) => ({ disturbance, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ disturbance }) => disturbance);
}
