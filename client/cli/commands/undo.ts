import { exitCodes } from '#contract/command-line.ts';
import type { ApiClient } from '../../api.ts';
import { ApiError } from '../../api-error.ts';
import type { Connection } from '../shared/connection.ts';
import { exitCodeOf, messageOf, UsageError } from '../shared/errors.ts';
import type { Output } from '../shared/output.ts';

type Elsewhere = Awaited<ReturnType<ApiClient['undo']>>['elsewhere'][number];

const isOperationId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Undoes what commands or calls did, by the ids of their operations, the last one first. It ends with the first that cannot be
 * undone, and throws if that is the only outcome.
 */
export async function undo({ api }: Connection, operationIds: string[], output: Output): Promise<number> {
  const wrong = operationIds.find((id) => !isOperationId.test(id));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is no operation id: put, rm and undo print them.`);
  const undone: string[] = [];
  const moved: Elsewhere[] = [];
  const redo: (string | null)[] = [];
  const failed: { operationId: string; error: string }[] = [];
  let exitCode: number = exitCodes.ok;
  for (const operationId of operationIds.toReversed()) {
    try {
      const done = await api.undo({ operationId });
      undone.push(operationId);
      redo.push(done.operationId);
      moved.push(...done.elsewhere);
    } catch (thrown) {
      const error = withName(thrown);
      if (undone.length === 0) throw error;
      failed.push({ operationId, error: messageOf(error) });
      output.warn(`${operationId}: ${messageOf(error)}`);
      exitCode = exitCodeOf(error);
      break;
    }
  }
  const elsewhere = await pathsOf(api, moved);
  output.result({ undone, operationIds: redo, elsewhere, failed }, () => {
    const lines = elsewhere.map((path) => `\nNot where it was, which is gone or taken: ${path}`);
    return `${undone.length} undone.${lines.join('')}${undoHint(...redo)}`;
  });
  return exitCode;
}

/** Where things are that came back to another place; the name alone where the server cannot be asked any more. */
async function pathsOf(api: ApiClient, moved: Elsewhere[]): Promise<string[]> {
  const folders = new Map<string | null, string>([[null, '/']]);
  const paths: string[] = [];
  for (const { name, parentId } of moved) {
    const folder = folders.get(parentId) ?? (await pathOf(parentId ?? 'root'));
    folders.set(parentId, folder);
    paths.push(folder + name);
  }
  return paths;

  async function pathOf(id: string): Promise<string> {
    const folder = await api.folders.children({ id, limit: 1 }).catch(() => undefined);
    return folder === undefined ? '' : ['', ...folder.path.map(({ name }) => name), ''].join('/');
  }
}

/** How what was done can be undone, as a line of its own; empty if it cannot be. */
export function undoHint(...operationIds: (string | null)[]): string {
  const ids = operationIds.filter((id) => id !== null);
  return ids.length === 0 ? '' : `\nTo undo it: keepsake undo ${ids.join(' ')}`;
}

/** The error names the entry that is in the way. */
function withName(error: unknown): unknown {
  const name = error instanceof ApiError ? (error.data as { name?: string } | undefined)?.name : undefined;
  if (!(error instanceof ApiError) || name === undefined) return error;
  const { code, status, data, message } = error;
  return new ApiError({ code, data, message: `${name}: ${message}` }, status, { cause: error });
}
