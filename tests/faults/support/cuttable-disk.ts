import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

export type FileSystem = 'ext4' | 'xfs';

export type CuttableDisk = ReturnType<typeof createCuttableDisk>;

const hostSize = '4G';
const diskSize = '512M';

const kinds = {
  ext4: { make: ['mkfs.ext4', '-qF'], mount: 'loop', check: ['e2fsck', '-fn'] },
  // A copy has the same identity as the disk that is mounted already.
  xfs: { make: ['mkfs.xfs', '-qf'], mount: 'loop,nouuid', check: ['xfs_repair', '-n'] },
};

/**
 * A disk of its own, mounted at `folder`, whose power can be cut: what a copy of its image holds is what a real disk
 * would hold, with nothing of what the system had only in memory. The image lies on a file system that copies in two
 * milliseconds without moving a byte. Needs root. It is gone at the end of the test file.
 */
export function createCuttableDisk(kind: FileSystem) {
  if (process.getuid?.() !== 0) throw new Error('Power cuts need disks of their own: run these tests as root.');
  const { make, mount, check } = kinds[kind];
  const root = mkdtempSync(join(tmpdir(), 'keepsake-disk-'));
  const [memory, host, folder, cutFolder] = ['memory', 'host', 'disk', 'cut'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [memory, host, folder, cutFolder]) mkdirSync(path);
  const mounted: string[] = [];
  atEndOfFile(close);
  const [hostImage, image] = [join(memory, 'host'), join(host, 'disk')];
  let cuts = 0;

  mountAt(memory, ['-t', 'tmpfs', '-o', `size=${hostSize}`, 'none']);
  run('truncate', '-s', hostSize, hostImage);
  run('mkfs.xfs', '-qf', '-m', 'reflink=1', hostImage);
  mountAt(host, ['-o', 'loop', hostImage]);
  run('truncate', '-s', diskSize, image);
  run(...(make as [string, string]), image);
  mountAt(folder, ['-o', 'loop', image]);

  return {
    folder,
    /** Cuts the power now: nothing else happens in this process meanwhile. The disk itself continues. */
    cut(): void {
      cuts += 1;
      run('cp', '--reflink=always', image, cutImage());
    },
    /** Mounts what the cut left, as a system does that starts again. */
    mountCut(): string {
      mountAt(cutFolder, ['-o', mount, cutImage()]);
      return cutFolder;
    },
    /** Unmounts it again. Throws when the file system has a fault. */
    async unmountCut(): Promise<void> {
      await unmount(cutFolder);
      run(...(check as [string, string]), cutImage());
      rmSync(cutImage());
    },
  };

  /** Each has a name of its own: a device that still knows the last one would show that. */
  function cutImage(): string {
    return join(host, `cut-${cuts}`);
  }

  function mountAt(path: string, args: string[]) {
    run('mount', ...args, path);
    mounted.push(path);
  }

  /** A disk is gone a moment later than its folder, and as long as a process has a view of its own of all folders. */
  async function unmount(path: string) {
    const device = run('findmnt', '--noheadings', '--output', 'SOURCE', path).trim();
    run('umount', path);
    mounted.splice(mounted.indexOf(path), 1);
    await waitFor(
      () =>
        run('losetup', '--noheadings', '--list', '--output', 'NAME')
          .split('\n')
          .every((name) => name.trim() !== device),
      {
        what: `${device} to be gone`,
      },
    );
  }

  async function close() {
    for (const path of mounted.toReversed()) await unmount(path);
    rmSync(root, { recursive: true });
  }
}

function run(command: string, ...args: string[]): string {
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}
