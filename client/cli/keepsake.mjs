#!/usr/bin/env node
/** Starts the command line on the Node that the project brings along, whatever Node called it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const main = fileURLToPath(new URL('main.ts', import.meta.url));
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('error', () => {
  process.stderr.write('The packages are not installed here: run `npm install` first.\n');
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
// Ctrl-C reaches the program by itself.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
