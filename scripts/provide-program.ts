import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium } from '#tests/support/browser/chromium-program.ts';
import { findCephPrograms } from '#tests/support/engines/ceph-programs.ts';
import { findPostgresPrograms } from '#tests/support/engines/postgres-programs.ts';
import { findFaketime } from '#tests/support/server/faketime.ts';
import { findNginx } from '#tests/support/server/nginx-program.ts';
import { Problem } from './terminal.mjs';

type Provided = {
  name: string;
  packages: string[];
  /** Nothing when it is not there. */
  find: () => unknown;
  /** What has to be so while it is installed. */
  during?: <T>(install: () => T) => T;
};

const programs = {
  chromium: { name: 'Chromium', packages: ['chromium'], find: findChromium },
  postgres: { name: 'PostgreSQL', packages: ['postgresql'], find: findPostgresPrograms, during: withoutDebiansCluster },
  ceph: { name: 'Ceph', packages: ['ceph-mon', 'ceph-osd', 'radosgw'], find: findCephPrograms },
  strace: { name: 'strace', packages: ['strace'], find: () => findOnPath('strace') },
  faketime: { name: 'faketime', packages: ['faketime'], find: findFaketime },
  xfs: { name: 'the tools of XFS', packages: ['xfsprogs'], find: () => findOnPath('mkfs.xfs') },
  ext4: { name: 'the tools of ext4', packages: ['e2fsprogs'], find: () => findOnPath('mkfs.ext4') },
  nginx: { name: 'nginx', packages: ['nginx'], find: findNginx },
  apache: { name: 'Apache', packages: ['apache2-bin'], find: () => findOnPath('apache2') },
  rclone: { name: 'rclone', packages: ['rclone'], find: () => findOnPath('rclone') },
  systemd: { name: 'systemd', packages: ['systemd'], find: () => findOnPath('systemd-analyze') },
} satisfies Record<string, Provided>;

/** What the tests with faults call. */
export const faultTools = ['strace', 'faketime', 'xfs', 'ext4'] as const;

/** Makes sure that a program of the system is there; installs Debian's package when that is allowed. */
export function provideProgram(which: keyof typeof programs): void {
  const { name, packages, find, during = (work) => work() }: Provided = programs[which];
  if (find() !== undefined) return;
  if (which === 'chromium' && process.env.CHROMIUM !== undefined) {
    throw new Problem(`CHROMIUM is "${process.env.CHROMIUM}", where no program is: correct it or unset it.`);
  }
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (!existsSync('/usr/bin/apt-get')) throw new Problem(`${name} is missing: install it and start again.`);
  if (process.getuid?.() !== 0)
    throw new Problem(`${name} is missing: run \`sudo sh -c '${command}'\` and start again.`);

  console.log(`Installing ${name}: ${command} …`);
  const installed = withoutServices(() => during(() => install(command)));
  if (installed.status === 0 && find() !== undefined) return;
  throw new Problem(
    `${name} could not be installed: solve what apt-get says above, or run \`${command}\` yourself.`,
    `${installed.stdout}${installed.stderr}`,
  );
}

/** Where a program is; those of the system's administrator count, which need not be on everybody's path. */
function findOnPath(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

function install(command: string) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
}

/** Debian's packages start their servers unless this policy says otherwise. */
function withoutServices<T>(work: () => T): T {
  const file = '/usr/sbin/policy-rc.d';
  if (existsSync(file)) return work();
  writeFileSync(file, '#!/bin/sh\nexit 101\n');
  chmodSync(file, 0o755);
  // Ctrl-C ends apt-get; here it must not end the tidying up.
  const goOn = () => {};
  process.on('SIGINT', goOn);
  try {
    return work();
  } finally {
    process.off('SIGINT', goOn);
    rmSync(file);
  }
}

/** Debian's package makes and starts a database of its own unless a setting says otherwise beforehand. */
function withoutDebiansCluster<T>(work: () => T): T {
  const folder = '/etc/postgresql-common/createcluster.d';
  const file = `${folder}/keepsake-tests.conf`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, 'create_main_cluster = false\n');
  try {
    return work();
  } finally {
    rmSync(file);
  }
}
