/** Installs the packages of package-lock.json when they are not there. Runs on Node 20 without any package. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outerEnvironment, Problem, root, runQuietly, step } from './terminal.mjs';

/** The project's own Node, of the version that package.json names. */
export const node = join(root, 'node_modules/.bin/node');

/**
 * Makes sure that node_modules holds what package-lock.json says.
 * @param {'runtime' | 'all'} wanted what it takes to build and run, or also what it takes to check and test
 */
export async function install(wanted) {
  if (await isInstalled(wanted)) return;
  if (!existsSync(join(root, 'package-lock.json'))) {
    throw new Problem(
      'package-lock.json is missing: restore it with `git checkout package-lock.json` and start again.',
    );
  }
  await step(wanted === 'all' ? 'Installing what building and testing needs' : 'Installing what Keepsake needs', () =>
    npmCi(wanted),
  );
  await checkNode();
}

/**
 * Compares the lockfile with the list that npm keeps of what it installed; npm writes that list last, so an
 * interrupted install has none.
 * @param {'runtime' | 'all'} wanted
 */
async function isInstalled(wanted) {
  if (!existsSync(node)) return false;
  const [locked, installed] = await Promise.all([
    readPackages(join(root, 'package-lock.json')),
    readPackages(join(root, 'node_modules/.package-lock.json')),
  ]);
  if (locked === undefined || installed === undefined) return false;
  return Object.entries(locked).every(([path, entry]) => {
    const found = installed[path];
    if (found !== undefined) return found.version === entry.version && found.integrity === entry.integrity;
    // Optional packages are those of other platforms.
    const leftOut =
      path === '' || entry.link || entry.optional || (wanted === 'runtime' && (entry.dev || entry.devOptional));
    return Boolean(leftOut);
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} LockEntry
 * @param {string} file
 * @returns {Promise<Record<string, LockEntry> | undefined>} packages by their path, undefined when there is no such file
 */
async function readPackages(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return undefined;
    throw error;
  }
}

/** @param {'runtime' | 'all'} wanted */
async function npmCi(wanted) {
  // No package here needs its install script: the native ones carry their binaries.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  args.push(wanted === 'all' ? '--include=dev' : '--omit=dev', '--include=optional');
  const { code, output } = await runQuietly('npm', args, outerEnvironment()).catch((error) => {
    if (error.code === 'ENOENT')
      throw new Problem('npm is missing: install it (on Debian: `apt-get install npm`) and start again.');
    throw error;
  });
  if (code !== 0) throw new Problem(whatToChange(output), output);
}

/** @param {string} output of npm */
function whatToChange(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT/.test(output)) {
    return 'The packages could not be fetched: the first start needs the network, so connect (or set the proxy in `npm config`) and start again.';
  }
  if (/ENOSPC/.test(output))
    return 'The disk is full: Keepsake needs about 500 MB for its packages, so make room and start again.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return `The folder ${root} cannot be written to: run this as the user who owns it.`;
  return 'npm could not install the packages: see its message above, solve it and start again.';
}

async function checkNode() {
  const answer = existsSync(node) ? await runQuietly(node, ['--version']).catch(() => undefined) : undefined;
  if (answer?.code === 0) return;
  throw new Problem(
    `Keepsake brings its own Node 24 for Linux with glibc on x64 and arm64, but this is ${process.platform} on ${process.arch}: run it on one of those.`,
    answer?.output,
  );
}
