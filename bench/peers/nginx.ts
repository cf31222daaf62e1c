import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { type ServerProcess, startOnPort } from '../support/server-process.ts';

/** nginx with its WebDAV module on a folder of its own. */
export async function startNginx(folder: string): Promise<ServerProcess> {
  const port = await freePort();
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes auto;
    pid ${folder}/pid;
    events { worker_connections 4096; }
    http {
      ${temporary.join('\n      ')}
      access_log off;
      sendfile on;
      client_max_body_size 0;
      keepalive_requests 1000000;
      server {
        listen 127.0.0.1:${port};
        location / { root ${files}; dav_methods PUT DELETE; }
      }
    }`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  return await startOnPort(port, ['nginx', '-e', 'stderr', '-p', folder, '-c', file, '-g', 'daemon off;']);
}
