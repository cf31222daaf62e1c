import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { type ServerProcess, startOnPort } from '../support/server-process.ts';

const modules = ['mpm_event', 'authz_core', 'dav', 'dav_fs'];
/** Apache serves nothing as root. */
const user = 'www-data';

/** Apache with mod_dav on a folder of its own. */
export async function startApache(folder: string): Promise<ServerProcess> {
  const port = await freePort();
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const [uid, gid] = await idsOf(user);
    for (const path of [folder, files]) await chown(path, uid, gid);
  }
  const configuration = `
    ServerRoot ${folder}
    ServerName localhost
    Listen 127.0.0.1:${port}
    PidFile ${folder}/pid
    DefaultRuntimeDir ${folder}
    ErrorLog ${folder}/error.log
    ${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n    ')}
    ${isRoot ? `User ${user}\n    Group ${user}` : ''}
    KeepAlive On
    MaxKeepAliveRequests 0
    LimitRequestBody 0
    DavLockDB ${folder}/locks
    DocumentRoot ${files}
    <Directory ${files}>
      Dav On
      Require all granted
    </Directory>
`;
  const file = join(folder, 'apache.conf');
  await writeFile(file, configuration);
  return await startOnPort(port, ['apache2', '-D', 'FOREGROUND', '-f', file]);
}

async function idsOf(name: string): Promise<[number, number]> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([found]) => found === name) ?? [];
  return [Number(uid), Number(gid)];
}
