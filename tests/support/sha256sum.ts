import { spawnSync } from 'node:child_process';

/** What the real `sha256sum --check` says of the file SHA256SUMS in a folder; empty when all is as listed. */
export function checkSums(folder: string): string {
  const { stdout, stderr, status } = spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
