/** Runs the server and Vite's development server side by side; Ctrl-C, or the end of one, ends both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const page = 'http://localhost:5173';

const both = [
  // People come in through Vite, so that is the address whose requests the server trusts.
  start('node', ['--watch', 'server/main.ts'], { PUBLIC_URL: page, PORT: '3000' }),
  start('vite', ['--strictPort', '--port', '5173', '--clearScreen', 'false'], {}),
];
process.on('SIGINT', endBoth);
process.on('SIGTERM', endBoth);
console.log(`Keepsake for working on it: ${page}`);

await Promise.race(both.map((child) => once(child, 'exit')));
endBoth();

function start(program: string, args: string[], settings: Record<string, string>) {
  const env = { ...settings, ...process.env };
  return spawn(`node_modules/.bin/${program}`, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
}

function endBoth() {
  for (const child of both) child.kill('SIGTERM');
}
