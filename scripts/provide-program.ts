import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { findChromium } from '#tests/support/chromium-program.ts';
import { findPostgresPrograms } from '#tests/support/postgres-programs.ts';
import { Problem } from './terminal.mjs';

const programs = {
  chromium: { name: 'Chromium', packages: ['chromium'], find: findChromium },
  postgres: { name: 'PostgreSQL', packages: ['postgresql'], find: findPostgresPrograms },
};

/** Makes sure that a program of the system is there; installs Debian's package when that is allowed. */
export function provideProgram(which: keyof typeof programs): void {
  const { name, packages, find } = programs[which];
  if (find() !== undefined) return;
  if (which === 'chromium' && process.env.CHROMIUM !== undefined) {
    throw new Problem(`CHROMIUM is "${process.env.CHROMIUM}", where no program is: correct it or unset it.`);
  }
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (!existsSync('/usr/bin/apt-get')) throw new Problem(`The tests need ${name}: install it and start again.`);
  if (process.getuid?.() !== 0)
    throw new Problem(`The tests need ${name}: run \`sudo sh -c '${command}'\` and start again.`);

  console.log(`Installing ${name} for the tests: ${command} …`);
  const installed = which === 'postgres' ? withoutDebiansCluster(() => install(command)) : install(command);
  if (installed.status === 0 && find() !== undefined) return;
  throw new Problem(
    `${name} could not be installed: solve what apt-get says above, or run \`${command}\` yourself.`,
    `${installed.stdout}${installed.stderr}`,
  );
}

function install(command: string) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
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
