import { hostname } from 'node:os';
import type { Config } from '#server/config/config-type.ts';
import project from '../package.json' with { type: 'json' };
import { createPeopleList } from './accounts/people/people-list.ts';
import type { createBackups } from './backups/backups.ts';
import type { Database } from './database/open.ts';
import { createCertificateWatch } from './telemetry/report/certificate.ts';
import { createDays } from './telemetry/report/days.ts';
import { createNodes } from './telemetry/report/nodes.ts';
import { createServerReport } from './telemetry/report/server-report.ts';

type Deps = Pick<Parameters<typeof createServerReport>[0], 'mail' | 'jobs' | 'lastProblem' | 'isReady' | 'now'> & {
  config: Config;
  db: Database;
  /** Of this node, which is known by it. */
  secret: string;
  /** Undefined where nobody set them. */
  backups: Pick<ReturnType<typeof createBackups>, 'state'> | undefined;
};

/** What whoever runs the server is told of it, and what is noted for that as time passes. */
export async function createWatching({ config, db, secret, backups, now, ...asked }: Deps) {
  const { version } = project;
  const { sums } = createPeopleList({ db, now });
  const usedBytes = async () => (await sums()).usedBytes;
  const days = createDays({ db, usedBytes, now });
  const nodes = createNodes({ db, secret, name: hostname(), version, now });
  await nodes.note();
  const report = createServerReport({
    ...asked,
    db,
    folder: config.storage === undefined ? config.dataFolder : undefined,
    version,
    publicUrl: config.publicUrl,
    usedBytes,
    growth: days.growth,
    async lastBackup() {
      const state = await backups?.state();
      return state === undefined ? null : { at: state.backup?.endedAt ?? null, state: state.state };
    },
    nodes: nodes.list,
    certificate: createCertificateWatch({ publicUrl: config.publicUrl, now }),
    now,
  });
  return { report, days, nodes };
}
