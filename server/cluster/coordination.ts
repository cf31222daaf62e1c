import { createHash } from 'node:crypto';
import type { Database } from '#server/database/open.ts';
import { createLeases, createLocalLeases, type Leases } from './leases.ts';
import { noSignals, openSignals, type Signals } from './signals.ts';

type Deps = {
  db: Database;
  databaseUrl: string | undefined;
  /** Of the data folder: no two nodes have the same one, and a node keeps it across restarts. */
  secret: string;
  report: (problem: string, error: unknown) => void;
};

/** How nodes that share a database signal changes to each other and divide the work. A database in a file has one node. */
export function createCoordination({ db, databaseUrl, secret, report }: Deps): { signals: Signals; leases: Leases } {
  if (databaseUrl === undefined) return { signals: noSignals, leases: createLocalLeases() };
  const holder = createHash('sha256').update(`holder of leases ${secret}`).digest('base64url');
  return { signals: openSignals({ db, url: databaseUrl, report }), leases: createLeases({ db, holder }) };
}
