#!/usr/bin/env node
/**
 * Starts the command line on the Node that the project brings along, whatever Node called it: that of people, which speaks
 * to any server, or that of whoever runs the server on this machine.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const ofOperators = ['doctor', 'backup', 'verify-backup', 'restore', 'export', 'migrate'];
const args = process.argv.slice(2);
const isOperators = ofOperators.includes(args.find((arg) => !arg.startsWith('-')) ?? '');
const main = fileURLToPath(new URL(isOperators ? '../../server/cli/main.ts' : 'main.ts', import.meta.url));
const child = spawn(node, [main, ...args], { stdio: 'inherit' });
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
