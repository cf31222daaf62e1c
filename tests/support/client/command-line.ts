import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { projectFolder } from '../fixtures/project-copy.ts';

export type Ran = { code: number | null; stdout: string; stderr: string };

/** The command line of a person with a configuration and a working folder of their own. */
export async function commandLine() {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-cli-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  const configFile = join(folder, 'config', 'keepsake', 'config.json');

  /** Runs `keepsake` with these arguments; `input` is what comes on its standard input. */
  async function run(args: string[], input = ''): Promise<Ran> {
    const child = spawn(process.execPath, [join(projectFolder, 'client/cli/keepsake.mjs'), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: join(folder, 'config') },
    });
    child.stdin.end(input);
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ]);
    return { code, stdout, stderr };
  }

  return {
    folder,
    configFile,
    run,
    /** The same with `--json`, its answer read; throws when it failed. */
    async json(...args: string[]): Promise<Record<string, unknown>> {
      const { code, stdout, stderr } = await run([...args, '--json']);
      if (code !== 0)
        throw new Error(`keepsake ${args.join(' ')} ended with ${code}: ${`${stderr}${stdout}`.slice(0, 500)}`);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
  };
}
