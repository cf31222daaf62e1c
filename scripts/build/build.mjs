/** Builds the web app and the server when their sources changed since the last build. Runs on Node 20 without any package. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { node } from '../install.mjs';
import { Problem, root, runQuietly, say, step } from '../terminal.mjs';

/** @typedef {{ name: string, command: string[], output: 'web/dist' | 'server/dist', sources: string[] }} Build `sources` decide what comes out */

/** @type {Build[]} */
const builds = [
  {
    name: 'web app',
    command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    output: 'web/dist',
    sources: [
      'web',
      'client',
      'contract',
      'vite.config.ts',
      'scripts/build/bundle-budgets.ts',
      'scripts/build/service-worker.ts',
      'tsconfig.base.json',
      'package-lock.json',
    ],
  },
  {
    name: 'server',
    command: ['scripts/build/build-server.ts'],
    output: 'server/dist',
    sources: ['server', 'contract', 'scripts/build/build-server.ts', 'package.json', 'package-lock.json'],
  },
];

/** No page has anything of it. */
const commandLine = 'client/cli';

/**
 * Makes sure that web/dist and server/dist, or one of them, are builds of the sources as they are.
 * @param {Build['output'][]} [outputs]
 */
export async function build(outputs = builds.map(({ output }) => output)) {
  for (const one of builds) if (outputs.includes(one.output)) await buildIfChanged(one);
}

/** @param {Build} build */
async function buildIfChanged({ name, command, output, sources }) {
  /** Holds the hash of the sources that the build beside it was made from. */
  const stamp = join(root, output, '.sources');
  const hash = await hashOf(sources);
  if ((await readOrUndefined(stamp)) === hash) return;
  await step(`Building the ${name}`, async () => {
    await rm(stamp, { force: true });
    const built = await runQuietly(node, command, { ...process.env, NODE_ENV: 'production' });
    if (built.code !== 0) throw new Problem(`The ${name} could not be built: the reason is above.`, built.output);
    // Of no use to who only starts it.
    if (process.env['npm_lifecycle_event'] === 'build')
      for (const line of built.output.split('\n')) if (line.startsWith('size of ')) say(`  ${line}`);
    await writeFile(stamp, hash);
  });
}

/** @param {string[]} sources */
async function hashOf(sources) {
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
  const isNoSource = path === commandLine || builds.some(({ output }) => output === path) || /\.test\.tsx?$/.test(path);
  if (isNoSource) return [];
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
