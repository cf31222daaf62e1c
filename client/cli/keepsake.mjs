#!/usr/bin/env node
/**
 * Starts the command line on the project's own Node, whichever Node called it: either the client of any server, or the
 * operator's commands for the server on this machine.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const operatorCommands = ['doctor', 'backup', 'verify-backup', 'restore', 'export', 'migrate'];
const args = process.argv.slice(2);
const isOperatorCommand = operatorCommands.includes(args.find((arg) => !arg.startsWith('-')) ?? '');
const main = fileURLToPath(new URL(isOperatorCommand ? '../../server/cli/main.ts' : 'main.ts', import.meta.url));
const child = spawn(node, [main, ...args], { stdio: 'inherit' });
child.on('error', () => {
  process.stderr.write('The packages are not installed. Run `npm install` first.\n');
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
// The terminal sends Ctrl-C to the child as well.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
