import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { aptGet } from '../../scripts/apt-get.ts';

test('an installation waits, and says so, while another apt-get holds the lock of the package lists', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-apt-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  atEndOfFile(() => void silent.close());

  const { port } = silent.address() as AddressInfo;
  const holding = execFile('apt-get', [
    ...(await settingsOf(folder, `deb [trusted=yes] http://127.0.0.1:${port}/ stable main`)),
    'update',
  ]);
  atEndOfFile(() => void holding.kill('SIGKILL'));
  const held = once(holding, 'exit');
  await once(silent, 'request');

  const told: string[] = [];
  const waiting = aptGet([...(await settingsOf(folder, '')), 'update'], (line) => told.push(line));
  await waitFor(() => told.length > 0, { what: 'word of the lock' });
  expect(told).toEqual([expect.stringContaining('waiting')]);
  silent.closeAllConnections();
  silent.close();
  await held;
  expect(await waiting).toMatchObject({ code: 0 });
  expect(told).toHaveLength(1);
});

/** An apt of its own, whose lists and locks lie in the folder. */
async function settingsOf(folder: string, source: string): Promise<string[]> {
  const sources = join(folder, source === '' ? 'no-sources.list' : 'sources.list');
  await writeFile(sources, `${source}\n`);
  for (const name of ['state/lists/partial', 'cache/archives/partial']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const settings = {
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'APT::Sandbox::User': 'root',
    'Acquire::http::Proxy': 'DIRECT',
    'Acquire::Retries': '0',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}
