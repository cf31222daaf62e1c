/** Starts nginx with deploy/nginx.conf before servers on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { waitFor } from '../fixtures/wait-for.ts';
import { findNginx } from './nginx-program.ts';

type Options = {
  /** Where everything of it lies, other than the program. */
  folder: string;
  /** Where it listens, on 127.0.0.1. */
  port: number;
  /** Ports of the servers behind it, at least one of which answers. */
  behind: readonly number[];
};

const configuration = new URL('../../../deploy/nginx.conf', import.meta.url);

/** nginx that runs until it is stopped; the folder stays. */
export async function startNginxServer({ folder: place, port, behind }: Options) {
  const program = findNginx();
  if (program === undefined) throw new Error('nginx is missing: run `npm test`, which says how to get it.');
  const folder = resolve(place);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, wrapped(folder, siteOf(await readFile(configuration, 'utf8'), port, behind)));
  const nginx = spawn(program, ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C at a terminal is for whoever ends it.
    detached: true,
  });
  let complaints = '';
  nginx.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const ended = once(nginx, 'exit');
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`${baseUrl}/healthz`)).ok, { what: `nginx; it said ${complaints}` });
  return {
    baseUrl,
    folder,
    pid: nginx.pid ?? 0,
    complaints: () => complaints,
    async stop(): Promise<void> {
      nginx.kill('SIGTERM');
      await ended;
    },
  };
}

/** The site as it is delivered, with other addresses, none of which is looked up: Debian's nginx does that at the start only. */
function siteOf(delivered: string, port: number, behind: readonly number[]): string {
  const [, settings = ''] = /server node1:3000 resolve(.*);/.exec(delivered) ?? [];
  return delivered
    .replace(/^\s*server node\d.*$/gm, '')
    .replace('upstream keepsake {', (head) =>
      [head, ...behind.map((own) => `  server 127.0.0.1:${own}${settings};`)].join('\n'),
    )
    .replace(/^resolver .*$/m, '')
    .replace('listen 80 default_server;', `listen 127.0.0.1:${port} default_server;`)
    .replace(/^\s*listen \[::\].*$/m, '');
}

function wrapped(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return [
    `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; events {}`,
    `http { access_log off; ${temporary.join(' ')}`,
    site,
    '}',
  ].join('\n');
}
