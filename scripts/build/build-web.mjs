/** Builds the web app when its sources changed since the last build. Runs on Node 20 without any package. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { node } from '../install.mjs';
import { Problem, root, runQuietly, say, step } from '../terminal.mjs';

/** Everything that decides what the built web app looks like. */
const sources = [
  'web',
  'client',
  'contract',
  'vite.config.ts',
  'scripts/build/bundle-budgets.ts',
  'scripts/build/service-worker.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

const output = join(root, 'web/dist');
/** Holds the hash of the sources that the build beside it was made from. */
const stamp = join(output, '.sources');

/** Makes sure that web/dist is the build of the sources as they are. */
export async function buildWeb() {
  const hash = await hashSources();
  if ((await readOrUndefined(stamp)) === hash) return;
  await step('Building the web app', async () => {
    await rm(stamp, { force: true });
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const built = await runQuietly(node, [vite, 'build', '--logLevel', 'warn'], {
      ...process.env,
      NODE_ENV: 'production',
    });
    if (built.code !== 0) throw new Problem('The web app could not be built: the reason is above.', built.output);
    for (const line of built.output.split('\n')) if (line.startsWith('size of ')) say(`  ${line}`);
    await writeFile(stamp, hash);
  });
}

async function hashSources() {
  const files = (await Promise.all(sources.map(filesBelow))).flat().toSorted();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256');
  files.forEach((file, index) => {
    const content = contents[index] ?? '';
    hash.update(`${file}\0${content.length}\0`).update(content);
  });
  return hash.digest('hex');
}

/**
 * @param {string} path of a file or folder
 * @returns {Promise<string[]>}
 */
async function filesBelow(path) {
  if (path === 'web/dist' || /\.test\.tsx?$/.test(path)) return [];
  try {
    const children = await readdir(join(root, path));
    return (await Promise.all(children.map((child) => filesBelow(`${path}/${child}`)))).flat();
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return [path];
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** @param {string} file */
async function readOrUndefined(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
