import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ObjectMetadata } from '#contract/objects.ts';
import { reuseIfStored } from '../storage/transfer/reuse-if-stored.ts';
import { startUpload } from '../storage/upload.ts';
import { atOnce } from './at-once.ts';
import { exitCodeOf, exitCodes, sentenceOf, UsageError } from './exit-codes.ts';
import { hashFile } from './file-hash.ts';
import { type Home, namesIn } from './home.ts';
import { type LocalFile, readTree } from './local-files.ts';
import type { Output } from './output.ts';
import { createFolders, findFolder, keyOf, pathOf } from './remote-tree.ts';

const filesAtOnce = 4;

/** Sends files and folders with everything in them; what is there with the same content is left alone. */
export async function put(home: Home, args: string[], output: Output): Promise<number> {
  const { sources, to } = await readTarget(home, args);
  const tree = await readTree(sources).catch((error: unknown) => {
    throw new UsageError(sentenceOf(error));
  });
  const folderAt = createFolders(home);
  const there = await whatIsThere(home, tree.files, to);
  const totalBytes = tree.files.reduce((sum, { size }) => sum + size, 0);
  const done = { sent: 0, linked: 0, unchanged: 0, bytes: 0 };
  const failed: { path: string; error: string }[] = [];
  let exitCode: number = exitCodes.ok;
  let movedBytes = 0;
  let files = 0;

  for (const names of tree.folders) await folderAt([...to, ...names]);
  await atOnce(tree.files, filesAtOnce, async (file) => {
    const before = movedBytes;
    try {
      done[await putOne(file)] += 1;
    } catch (error) {
      const sentence = sentenceOf(error);
      failed.push({ path: file.path, error: sentence });
      output.complain(`${file.path}: ${sentence}`);
      exitCode ||= exitCodeOf(error);
    }
    files += 1;
    moved(Math.max(before + file.size - movedBytes, 0));
  });
  const { sent, linked, unchanged } = done;
  output.result({ ...done, failed }, () =>
    [`${sent} sent`, `${linked} kept without sending`, `${unchanged} unchanged`, `${failed.length} failed`].join(', '),
  );
  return exitCode;

  async function putOne(file: LocalFile): Promise<'sent' | 'linked' | 'unchanged'> {
    const { path, size, modifiedAt } = file;
    const names = [...to, ...file.names];
    const found = there.get(keyOf(names));
    let sha256: Promise<string> | undefined;
    const hash = () => (sha256 ??= hashFile(path));
    if (found?.size === size && found.sha256 === (await hash())) return 'unchanged';
    const folderId = await folderAt(names.slice(0, -1));
    const source = { body: await openAsBlob(path), name: names.at(-1) ?? '', folderId, lastModified: modifiedAt };
    if (await reuseIfStored(home.server, source, hash, { retry: home.retry })) return 'linked';
    const task = startUpload(home.server, source, { digest: hash, retry: home.retry });
    let told = 0;
    task.observe(() => {
      const { bytesTransferred } = task.snapshot();
      moved(bytesTransferred - told);
      told = bytesTransferred;
    });
    await task.done;
    done.bytes += size;
    moved(-told);
    return 'sent';
  }

  function moved(bytes: number) {
    movedBytes += bytes;
    output.draw({ files, totalFiles: tree.files.length, bytes: movedBytes, totalBytes });
  }
}

/** With several arguments the last is the folder to put into, as for `cp`. */
async function readTarget(home: Home, args: string[]): Promise<{ sources: string[]; to: string[] }> {
  if (args.length === 0) throw new UsageError('Say what to put.');
  if (args.length === 1) return { sources: args, to: [] };
  const last = args.at(-1) ?? '';
  const to = namesIn(last);
  // Two files, and the folder forgotten: no folder with the name of a file is made.
  const isFileHere = await stat(last).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFileHere && (await findFolder(home, to)) === undefined)
    throw new UsageError(`"${last}" is a file here. Say the folder to put into as the last argument; Root is /.`);
  return { sources: args.slice(0, -1), to };
}

/** The objects where files are to be put, by the keys of their paths. */
async function whatIsThere(home: Home, files: LocalFile[], to: string[]): Promise<Map<string, ObjectMetadata>> {
  const tops = new Set(files.map(({ names }) => (names.length > 1 ? `${names[0]}/` : (names[0] ?? ''))));
  const there = new Map<string, ObjectMetadata>();
  for (const top of tops) {
    const prefix = [...to, top].join('/');
    for (const object of await home.storage.listAll(prefix)) there.set(keyOf(namesIn(pathOf(object))), object);
  }
  return there;
}
