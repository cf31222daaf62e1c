#!/usr/bin/env node
/**
 * Starts the command line on the project's own Node, whatever Node called it: the commands of people, which speak to any
 * server, or those of the operator, which work on this machine.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const node = pathOf('../../node_modules/.bin/node');
const args = process.argv.slice(2);
/** As `npm start` has it: modules are compiled once, which makes each further start quicker. */
const env = { NODE_COMPILE_CACHE: pathOf('../../node_modules/.cache/compile'), ...process.env };
const [first, topic] = args.filter((arg) => !arg.startsWith('-'));
const command = first === 'help' ? topic : first;
const ignore = () => {};
process.on('SIGINT', ignore); // Ctrl-C reaches the program by itself.
for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessClosed);

process.exitCode = await (isOperators(command) ? operate(args) : start('main.ts', args));
// The help of all commands, each kind from its own table.
if (command === undefined) {
  process.stdout.write('\n');
  await operate(['--help']);
}

/** Each command of the operator is a file of that name. */
function isOperators(name) {
  return /^[a-z-]+$/.test(name ?? '') && existsSync(pathOf(`../../server/cli/commands/${name}.ts`));
}

/** Like the server, the operator's commands are built from their sources, again after an upgrade. Returns the exit code. */
async function operate(given) {
  if (existsSync(node)) {
    const { build } = await import('../../scripts/build/build.mjs');
    try {
      await build(['server/dist']);
    } catch (error) {
      process.stderr.write(`${error.output ?? ''}\n${error.message}\n`);
      return 1;
    }
  }
  return await start('../../server/dist/operate.js', given);
}

/** Returns the exit code. */
function start(main, given) {
  return new Promise((resolve) => {
    const child = spawn(node, [pathOf(main), ...given], { stdio: 'inherit', env });
    const stop = () => child.kill('SIGTERM');
    process.once('SIGTERM', stop);
    child.once('error', () => {
      process.stderr.write('The packages are not installed: run `npm install` in the folder of the project.\n');
      resolve(1);
    });
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', stop);
      if (signal === null) return resolve(code);
      // Ends as the program did: a shell ends its loop after Ctrl-C only then.
      process.off('SIGINT', ignore);
      return process.kill(process.pid, signal);
    });
  });
}

/** As `unlessClosed` in contract/command-line.ts, which is built only later. */
function unlessClosed(error) {
  if (error.code !== 'EPIPE') throw error;
}

function pathOf(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}
