/** What the scripts say to the person at the terminal. Runs on Node 20 without any package. */
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A problem that the person can solve: its message is one sentence that says what to change. */
export class Problem extends Error {
  /**
   * @param {string} sentence
   * @param {string} [output] what a failed program had to say, shown before the sentence
   */
  constructor(sentence, output = '') {
    super(sentence);
    this.name = 'Problem';
    this.output = output.trim();
  }
}

/**
 * What a command answers goes to stdout; this is beside it.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Says what begins, waits for it, and says how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function step(what, work) {
  const start = performance.now();
  say(`${what} …`);
  const result = await work();
  say(`  done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

/**
 * Runs the main function of a script. A Problem, or an option that there is not, ends the process with its sentence and
 * exit code 1.
 * @param {() => Promise<number | void>} main
 */
export async function run(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof Problem) && !isWrongOption(error)) throw error;
    if (error.output) process.stderr.write(`${error.output}\n`);
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * @param {unknown} error
 * @returns {error is Error & { output?: undefined }}
 */
function isWrongOption(error) {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/**
 * Runs a program without input and keeps what it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ code: number | null, output: string }>} rejects when there is no such program
 */
export function runQuietly(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The environment without this project's own programs on the path: what it was before npm added them. */
export function outerEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'));
  return { ...process.env, PATH: path.join(delimiter) };
}
