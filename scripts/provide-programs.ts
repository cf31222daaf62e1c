import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findChromium } from '#tests/support/browser/chromium-program.ts';
import { findFirefox } from '#tests/support/browser/firefox-program.ts';
import { findCephPrograms } from '#tests/support/engines/ceph-programs.ts';
import { findPostgresPrograms } from '#tests/support/engines/postgres-programs.ts';
import { findFfmpeg } from '#tests/support/fixtures/ffmpeg-program.ts';
import { findFaketime } from '#tests/support/server/faketime.ts';
import { findNginx } from '#tests/support/server/nginx-program.ts';
import { aptGet } from './apt-get.ts';
import { Problem, step } from './terminal.mjs';

type Provided = {
  name: string;
  packages: string[];
  /** Nothing when it is not there. */
  find: () => unknown;
  /** The module with which tests call it: those that import it need the program. */
  calledBy?: string;
};

type Setting = { file: string; text: string; mode: number };

/** What Debian's packages would start by themselves, and how they are kept from it. */
const withoutServices: Setting[] = [
  { file: '/usr/sbin/policy-rc.d', text: '#!/bin/sh\nexit 101\n', mode: 0o755 },
  {
    file: '/etc/postgresql-common/createcluster.d/keepsake-tests.conf',
    text: 'create_main_cluster = false\n',
    mode: 0o644,
  },
];

const programs = {
  chromium: {
    name: 'Chromium',
    packages: ['chromium', 'chromium-headless-shell'],
    find: () => findChromium('browser') && findChromium('shell'),
    calledBy: 'tests/support/browser/chromium-program.ts',
  },
  firefox: {
    name: 'Firefox',
    packages: ['firefox-esr'],
    find: findFirefox,
    calledBy: 'tests/support/browser/firefox-program.ts',
  },
  postgres: {
    name: 'PostgreSQL',
    packages: ['postgresql'],
    find: findPostgresPrograms,
    calledBy: 'tests/support/engines/postgres-programs.ts',
  },
  ceph: {
    name: 'Ceph',
    packages: ['ceph-mon', 'ceph-osd', 'radosgw'],
    find: findCephPrograms,
    calledBy: 'tests/support/engines/ceph-programs.ts',
  },
  strace: {
    name: 'strace',
    packages: ['strace'],
    find: () => findOnPath('strace'),
    calledBy: 'tests/support/server/strace-program.ts',
  },
  faketime: {
    name: 'faketime',
    packages: ['faketime'],
    find: findFaketime,
    calledBy: 'tests/support/server/faketime.ts',
  },
  xfs: {
    name: 'the tools of XFS',
    packages: ['xfsprogs'],
    find: () => findOnPath('mkfs.xfs'),
    calledBy: 'tests/faults/support/cuttable-disk.ts',
  },
  ext4: {
    name: 'the tools of ext4',
    packages: ['e2fsprogs'],
    find: () => findOnPath('mkfs.ext4'),
    calledBy: 'tests/faults/support/cuttable-disk.ts',
  },
  nginx: {
    name: 'nginx',
    packages: ['nginx'],
    find: findNginx,
    calledBy: 'tests/support/server/nginx-program.ts',
  },
  systemd: {
    name: 'systemd',
    packages: ['systemd'],
    find: () => findOnPath('systemd-analyze'),
    calledBy: 'tests/project/deploy.test.ts',
  },
  ffmpeg: {
    name: 'ffmpeg',
    packages: ['ffmpeg'],
    find: findFfmpeg,
    calledBy: 'tests/support/fixtures/ffmpeg-program.ts',
  },
  zipReaders: {
    name: 'programs that read zips',
    packages: ['unzip', 'p7zip-full', 'libarchive-tools', 'python3', 'default-jre-headless'],
    find: () =>
      ['unzip', '7z', 'bsdtar', 'python3', 'java'].every((program) => findOnPath(program) !== undefined) || undefined,
    calledBy: 'tests/support/client/zip-readers.ts',
  },
  zip: { name: 'zip', packages: ['zip'], find: () => findOnPath('zip') },
  apache: { name: 'Apache', packages: ['apache2-bin'], find: () => findOnPath('apache2') },
  rclone: { name: 'rclone', packages: ['rclone'], find: () => findOnPath('rclone') },
} satisfies Record<string, Provided>;

export type Program = keyof typeof programs;

/** The programs that a set of modules calls. */
export function programsCalledBy(modules: ReadonlySet<string>): Program[] {
  const all = Object.entries(programs) as [Program, Provided][];
  return all.flatMap(([program, { calledBy = '' }]) => (modules.has(calledBy) ? [program] : []));
}

/** Makes sure that programs of the system are there; installs Debian's packages in one go when that is allowed. */
export async function providePrograms(...wanted: Program[]): Promise<void> {
  const isMissing = ({ find }: Provided) => find() === undefined;
  const missing = wanted.map((program): Provided => programs[program]).filter(isMissing);
  if (missing.length === 0) return;
  if (missing.some(({ name }) => name === programs.chromium.name) && process.env.CHROMIUM !== undefined) {
    throw new Problem(`CHROMIUM is "${process.env.CHROMIUM}", where no program is: correct it or unset it.`);
  }
  const names = missing.map(({ name }) => name).join(', ');
  const packages = missing.flatMap((program) => program.packages);
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const isAre = missing.length === 1 ? 'is' : 'are';
  if (!existsSync('/usr/bin/apt-get')) throw new Problem(`${names} ${isAre} missing: install and start again.`);
  if (process.getuid?.() !== 0)
    throw new Problem(`${names} ${isAre} missing: run \`sudo sh -c '${command}'\` and start again.`);

  const { code, output } = await step(`Installing ${names}: ${command}`, () => install(packages));
  if (code === 0 && !missing.some(isMissing)) return;
  throw new Problem(
    `${names} could not be installed: solve what apt-get says above, or run \`${command}\` yourself.`,
    output,
  );
}

/** Where a program is; those of the system's administrator count, which need not be on everybody's path. */
function findOnPath(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

async function install(packages: string[]): Promise<{ code: number | null; output: string }> {
  const made = withoutServices.filter(({ file }) => !existsSync(file));
  for (const { file, text, mode } of made) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
  }
  // Ctrl-C ends apt-get; here it must not end the tidying up.
  const goOn = () => {};
  process.on('SIGINT', goOn);
  try {
    const updated = await aptGet(['update']);
    return updated.code === 0 ? await aptGet(['install', '-y', '--no-install-recommends', ...packages]) : updated;
  } finally {
    process.off('SIGINT', goOn);
    for (const { file } of made) rmSync(file, { force: true });
  }
}
