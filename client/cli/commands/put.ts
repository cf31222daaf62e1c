import { openAsBlob } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { exitCodes } from '#contract/command-line.ts';
import { maxBatchFiles } from '#contract/limits.ts';
import { digestElsewhere } from '../../storage/hashing/whole-digest.ts';
import { StorageError } from '../../storage/requests/storage-error.ts';
import { reuseIfStored, sizeCheckBytes } from '../../storage/transfer/reuse-if-stored.ts';
import { createUploadBatches } from '../../storage/transfer/upload-batches.ts';
import { startUpload } from '../../storage/upload.ts';
import { hashFile } from '../local/file-hash.ts';
import { type LocalFile, type LocalFolder, readTree } from '../local/files.ts';
import { type Connection, typedNames } from '../shared/connection.ts';
import { exitCodeOf, messageOf, UsageError } from '../shared/errors.ts';
import { filesThere } from '../shared/files-there.ts';
import { forEachBySize, isSmall } from '../shared/for-each-limit.ts';
import type { Output } from '../shared/output.ts';
import { createFolders, keyOf } from '../shared/remote-tree.ts';
import { unfinished } from '../shared/unfinished.ts';
import { undoHint } from './undo.ts';

/** Of those that travel in one request each, or together in one. */
const smallFilesAtOnce = 2 * maxBatchFiles;
/** Operations whose ids are printed as text. */
const maxHintedIds = 20;

/**
 * Uploads files and folders with everything in them; remote files with the same content are left alone. What cannot be sent
 * is named at once, and the rest is sent. A large file that was interrupted resumes. At the end it looks whether all of
 * them are there.
 */
export async function put(
  connection: Connection,
  args: string[],
  output: Output,
  options: { to?: string } = {},
): Promise<number> {
  const { sources, to } = await readTarget(args, options.to);
  const tree = await readTree(sources).catch((error: unknown) => {
    throw new UsageError(messageOf(error));
  });
  const folderAt = createFolders(connection);
  const existing = await filesThere(connection, tree.files, to);
  const totalBytes = tree.files.reduce((sum, { size }) => sum + size, 0);
  const done = { sent: 0, reused: 0, unchanged: 0, bytes: 0 };
  const failed: { path: string; error: string }[] = [];
  const operationIds: string[] = [];
  const batches = createUploadBatches(connection.server);
  const stored: LocalFile[] = [];
  let exitCode: number = exitCodes.ok;
  /** The first error of a server that is away: nothing is sent after it, as each file would wait as long. */
  let away: unknown;
  /** Of the files that are handled, and of each that is under way, by its path. */
  let handledBytes = 0;
  const underWay = new Map<string, number>();
  let files = 0;

  for (const { path, reason } of tree.leftOut) {
    failed.push({ path, error: reason });
    output.warn(`${path} was left out: ${reason}`);
    exitCode ||= exitCodes.failed;
  }
  for (const folder of tree.folders) await create(folder);
  await forEachBySize(tree.files, ({ size }) => size, smallFilesAtOnce, handle);
  if (stored.length > 0) await check();
  const { sent, reused, unchanged } = done;
  const where = to.length === 0 ? '' : ` to ${to.join('/')}`;
  const counts = [`${sent} uploaded${where}`, `${reused} already on the server`, `${unchanged} unchanged`];
  output.result({ ...done, failed, operationIds }, () => {
    // A longer line is no use on a terminal; JSON has all of them.
    const hint =
      operationIds.length > maxHintedIds
        ? `\nThey are undone by ${operationIds.length} ids, which --json prints.`
        : undoHint(...operationIds);
    return `${[...counts, `${failed.length} failed`].join(', ')}${hint}`;
  });
  return exitCode;

  async function create({ path, names }: LocalFolder): Promise<void> {
    try {
      await folderAt([...to, ...names]);
    } catch (error) {
      // Each of the others would wait as long for the server.
      if (exitCodeOf(error) === exitCodes.unreachable) throw error;
      fail(path, messageOf(error), exitCodeOf(error));
    }
  }

  async function handle(file: LocalFile): Promise<void> {
    if (away !== undefined) return fail(file.path, `It was not sent. ${messageOf(away)}`, exitCodes.unreachable);
    const ended = new AbortController();
    try {
      const body = await openAsBlob(file.path);
      // It may have grown since it was found.
      const current = { ...file, size: body.size };
      done[await putOne(current, body, ended.signal)] += 1;
      stored.push(current);
    } catch (error) {
      if (exitCodeOf(error) === exitCodes.unreachable) away ??= error;
      fail(file.path, messageOf(error), exitCodeOf(error));
    }
    ended.abort();
    files += 1;
    handledBytes += file.size;
    underWay.delete(file.path);
    tellProgress();
  }

  /** Names what was sent and is not there. */
  async function check(): Promise<void> {
    try {
      if (away !== undefined) throw away;
      const now = await filesThere(connection, stored, to);
      for (const file of stored)
        if (now.get(keyOf([...to, ...file.names]))?.size !== file.size)
          fail(file.path, 'It was uploaded, but is now missing or different.', exitCodes.failed);
    } catch (error) {
      const message = `It could not be checked whether all files are there. ${messageOf(error)}`;
      fail(`/${to.join('/')}`, message, exitCodeOf(error));
    }
  }

  function fail(path: string, message: string, code: number) {
    failed.push({ path, error: message });
    output.warn(`${path}: ${message}`);
    exitCode ||= code;
  }

  /** Reads the file no further once `ended` is aborted. */
  async function putOne(file: LocalFile, body: Blob, ended: AbortSignal): Promise<'sent' | 'reused' | 'unchanged'> {
    const { path, size, modifiedAt } = file;
    const names = [...to, ...file.names];
    const found = existing.get(keyOf(names));
    let sha256: Promise<string> | undefined;
    const hash = () => (sha256 ??= hashFile(path, ended));
    if (found?.size === size && found.sha256 === (await hash())) return 'unchanged';
    const folderId = await folderAt(names.slice(0, -1));
    const source = { body, name: names.at(-1) ?? '', folderId, lastModified: modifiedAt };
    const known =
      size < sizeCheckBytes
        ? undefined
        : await reuseIfStored(connection.server, source, hash, { retry: connection.retry });
    if (known) {
      note(known.operationId);
      return 'reused';
    }
    // An upload that ended with its process resumes where it was; its SHA-256 shows whether the file is still the same.
    const begun = unfinished(['put', connection.server.baseUrl, folderId, source.name, path, size, modifiedAt]);
    const task = startUpload(connection.server, source, {
      digest: digestElsewhere(hash),
      batches,
      retry: connection.retry,
      resumeFrom: isSmall(size) ? undefined : uploadIn(await begun.read()),
      onUrl: (url) => void (url === undefined || isSmall(size) ? begun.forget() : begun.note(url)),
    });
    task.observe(() => {
      underWay.set(path, task.snapshot().bytesTransferred);
      tellProgress();
    });
    await task.done.catch(async (error: unknown) => {
      if (!isGivenUp(error)) await begun.forget();
      throw error;
    });
    await begun.forget();
    note(task.snapshot().metadata?.operationId ?? null);
    done.bytes += size;
    return 'sent';
  }

  /** The address in a note; undefined where it is none of an upload to this server. */
  function uploadIn(text = ''): string | undefined {
    return text.startsWith(`${connection.server.baseUrl}/api/uploads/`) ? text : undefined;
  }

  function note(operationId: string | null) {
    if (operationId !== null) operationIds.push(operationId);
  }

  function tellProgress() {
    const bytes = [...underWay.values()].reduce((sum, one) => sum + one, handledBytes);
    output.progress({ files, totalFiles: tree.files.length, bytes, totalBytes });
  }
}

/** Whether it was retried until the limit, so that it may be resumed later. */
function isGivenUp(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'retry-limit-exceeded';
}

/**
 * The destination folder is the one that was named, or else the last of several arguments: not where that is on this computer, as
 * from `put *`, which would leave it out, and send all others into a folder of its name.
 */
async function readTarget(args: string[], named: string | undefined): Promise<{ sources: string[]; to: string[] }> {
  if (named !== undefined) return { sources: args, to: typedNames(named) };
  if (args.length === 1) return { sources: args, to: [] };
  const last = args.at(-1) ?? '';
  const to = typedNames(last);
  const isHere = await lstat(last).then(
    () => true,
    () => false,
  );
  if (isHere && to.length > 0)
    throw new UsageError(`"${last}" is on this computer, too. Name the destination with --to; / is Root.`);
  return { sources: args.slice(0, -1), to };
}
