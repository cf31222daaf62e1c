import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEndOfFile } from './file-end.ts';

/** The folder of the project. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** What is not source: it is left out, or linked. */
const leftOut = new Set(['.git', 'node_modules', 'data', 'dist']);

/**
 * A copy of the project's sources in a throw-away folder, with the packages linked in, to try things on that must not
 * happen to the project itself.
 */
export function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-copy-'));
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(projectFolder)) {
    if (leftOut.has(name)) continue;
    cpSync(join(projectFolder, name), join(folder, name), {
      recursive: true,
      filter: (source) => !source.endsWith('/dist'),
    });
  }
  // The caches of the tools lie in node_modules, so the copy has a folder of its own.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(projectFolder, 'node_modules'))) {
    if (name === '.cache') continue;
    symlinkSync(join(projectFolder, 'node_modules', name), join(folder, 'node_modules', name));
  }

  return {
    /** Writes a file of the copy. */
    write(path: string, content: string): void {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    /** Runs a tool of the project in the copy; a refusal is no error here. */
    run(tool: string, ...args: string[]): Promise<{ code: number; output: string }> {
      const node = join(projectFolder, 'node_modules/.bin/node');
      const program = join(projectFolder, 'node_modules/.bin', tool);
      return new Promise((resolve) => {
        execFile(node, [program, ...args], { cwd: folder, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
        });
      });
    },
  };
}
