/** The commands of whoever runs the server: `keepsake doctor`, `backup` and their like. client/cli/keepsake.mjs starts it. */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/database/open.ts';
import { type ReadDatabase, readDatabase } from '#server/database/read.ts';
import { isHeld, LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import { inspectDataFolder } from '#server/installation/data-folder.ts';
import { type DataPaths, dataPaths } from '#server/installation/data-paths.ts';
import { refuseUnfinishedMigration, refuseUnfinishedRestore } from '#server/installation/installation.ts';
import { backUp } from '#server/maintenance/backup/backup.ts';
import { restore } from '#server/maintenance/backup/restore.ts';
import { verifyBackup } from '#server/maintenance/backup/verify-backup.ts';
import { examine } from '#server/maintenance/doctor/doctor.ts';
import { repair, undoRepair } from '#server/maintenance/doctor/repair.ts';
import { exportTree } from '#server/maintenance/export/export-tree.ts';
import { exitCodes, OperatorError } from '#server/maintenance/operator-error.ts';
import { createOutput, type Output } from '#server/maintenance/output.ts';
import { errorMessage } from './error-message.ts';
import { migrate } from './migrate.ts';
import { usage } from './usage.ts';

type Values = ReturnType<typeof readArguments>['values'];

const now = Date.now;
/** What a restore that was killed may have left before it noted anything. */
const beginnings = ['lock', 'restoring', 'restoring.new'];

process.umask(0o077);
process.exitCode = await main();

async function main(): Promise<number> {
  const isJson = process.argv.includes('--json');
  try {
    const { values, positionals } = readArguments();
    const [command = '', ...args] = positionals;
    if (values.help) {
      process.stdout.write(usage);
      return exitCodes.ok;
    }
    const output = createOutput(isJson);
    if (command === 'doctor') return await doctor(values, args, output);
    if (command === 'migrate') return await migrate(values, args, { now, output });
    const folder = oneFolder(command, args);
    if (command === 'backup') return await takeBackup(folder, output);
    if (command === 'verify-backup') return await verify(folder, output);
    if (command === 'restore') return await restoreBackup(folder, values, output);
    if (command === 'export') return await exportFiles(folder, values, output);
    throw new OperatorError(`There is no "${command}".`, exitCodes.usage);
  } catch (error) {
    const exitCode = error instanceof OperatorError ? error.exitCode : exitCodes.failed;
    process.stderr.write(
      `${isJson ? JSON.stringify({ error: errorMessage(error), exitCode }) : errorMessage(error)}\n`,
    );
    return exitCode;
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        deep: { type: 'boolean', default: false },
        fix: { type: 'boolean', default: false },
        undo: { type: 'boolean', default: false },
        snapshot: { type: 'string' },
        incomplete: { type: 'boolean', default: false },
        email: { type: 'string' },
        portable: { type: 'boolean', default: false },
        to: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    // Node adds how a file with such a name would be passed.
    const [sentence = ''] = errorMessage(error).split('. To specify');
    throw new OperatorError(`${sentence}.`, exitCodes.usage);
  }
}

async function doctor({ deep: isDeep, fix, undo }: Values, args: string[], output: Output): Promise<number> {
  if (args.length > 0) throw new OperatorError('doctor takes no folder: KEEPSAKE_DATA names it.', exitCodes.usage);
  const { paths, settings } = installation();
  if (undo) {
    const done = await whileStopped(paths, async () => {
      const { db, close } = await openDatabase(settings);
      return await undoRepair({ paths, db }).finally(close);
    });
    output.result(done, () => `${done.moved} moved back, ${done.counted} counts set back, ${done.left} changed since.`);
    return exitCodes.ok;
  }
  const look = (isRunning: boolean) =>
    withDatabase((database) => examine({ paths, database, now, output }, { isDeep, isRunning }));
  const fixed = fix
    ? await whileStopped(paths, async () => {
        const { findings: found } = await look(false);
        const { db, close } = await openDatabase(settings);
        return await repair({ paths, db, now }, found).finally(close);
      })
    : undefined;
  const { findings, quarantined } = await look(isHeld(paths.lock));
  output.result({ findings, quarantined, fixed }, () =>
    [
      ...findings.map(({ subject, what }) => `${subject}: ${what}`),
      ...(fixed?.journal === undefined
        ? []
        : [`${fixed.moved} moved, ${fixed.counted} counts corrected; \`keepsake doctor --undo\` takes it back.`]),
      findings.length === 0
        ? 'Everything is as it has to be.'
        : `${findings.length} things are not as they have to be.`,
      ...(quarantined > 0 ? [`${quarantined} files lie in ${paths.quarantine}.`] : []),
    ].join('\n'),
  );
  return findings.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
}

async function takeBackup(folder: string, output: Output): Promise<number> {
  const { paths } = installation();
  if (`${folder}/`.startsWith(`${paths.path}/`))
    throw new OperatorError('A backup does not belong into the data folder itself.');
  const done = await withDatabase((database) => backUp({ paths, database, now, output }, folder));
  output.result(done, () =>
    [
      `Backup ${done.name}: ${done.blobs} blobs, ${megabytes(done.bytes)}, of which ${done.copied} are new (${megabytes(done.copiedBytes)}).`,
      ...(done.missing.length > 0
        ? [`${done.missing.length} blobs are missing or damaged: see \`keepsake doctor\`.`]
        : []),
    ].join('\n'),
  );
  return done.missing.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
}

async function verify(folder: string, output: Output): Promise<number> {
  const found = await verifyBackup(folder, output);
  output.result(found, () =>
    [
      ...found.faults.map(({ kind, path }) => `${kind}: ${path}`),
      `${found.snapshots.length} backups, ${found.files} files compared, ${found.faults.length} faults.`,
    ].join('\n'),
  );
  return found.faults.length === 0 && found.snapshots.length > 0 ? exitCodes.ok : exitCodes.troubleFound;
}

async function restoreBackup(folder: string, { snapshot, incomplete }: Values, output: Output): Promise<number> {
  const { paths, settings } = installation();
  const others = (await inspectDataFolder(paths.path)).filter((name) => !beginnings.includes(name));
  if (others.length > 0 && !(await isRestoring(paths)))
    throw new OperatorError(`The data folder ${paths.path} is not empty: set KEEPSAKE_DATA to an empty one.`);
  await mkdir(paths.path, { recursive: true, mode: 0o700 });
  const done = await whileStopped(paths, async () => {
    const { makeAuthTables } = await import('#server/accounts/auth-tables.ts');
    return await restore({ paths, settings, makeAuthTables, now, output }, folder, { snapshot, goesOn: incomplete });
  });
  output.result(done, () =>
    [
      `Restored ${done.snapshot} into ${paths.path}: ${done.blobs} blobs, ${megabytes(done.bytes)}.`,
      ...(done.missing.length > 0 ? [`${done.missing.length} of them are missing or damaged.`] : []),
      'Start the server; people have to log in again.',
    ].join('\n'),
  );
  return done.missing.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
}

async function exportFiles(folder: string, { email, portable: isPortable }: Values, output: Output): Promise<number> {
  const { paths } = installation();
  const done = await withDatabase((database) => exportTree({ paths, database, output }, folder, { email, isPortable }));
  output.result(done, () =>
    [
      `${done.files} files in ${done.folders} folders, ${megabytes(done.bytes)}. \`sha256sum -c SHA256SUMS\` compares them.`,
      ...done.renamed.map(({ name, path }) => `Renamed: ${name} is ${path}`),
      ...(done.damaged.length > 0 ? [`${done.damaged.length} files are missing or damaged.`] : []),
    ].join('\n'),
  );
  return done.damaged.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
}

function installation() {
  const { dataFolder, databaseUrl, storage } = readConfig();
  if (storage !== undefined)
    throw new OperatorError('The files lie in S3, and this command works on a data folder only: see docs/backups.md.');
  const paths = dataPaths(dataFolder);
  return { paths, settings: { url: databaseUrl, file: paths.databaseFile } };
}

/** Opens the database of the installation for reading. Throws Refusal when there is none. */
async function withDatabase<Result>(work: (database: ReadDatabase) => Promise<Result>): Promise<Result> {
  const { paths, settings } = installation();
  const names = await inspectDataFolder(paths.path);
  refuseUnfinishedRestore(names, paths.path);
  const database = names.length === 0 ? undefined : await readDatabase(settings);
  if (database === undefined || database.schema.state === 'none') {
    await database?.close();
    throw new OperatorError(`There is no Keepsake in ${paths.path}: set KEEPSAKE_DATA to its data folder.`);
  }
  try {
    if (database.schema.state === 'current') await refuseUnfinishedMigration(database.db);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Throws Refusal while a server uses the data folder, and keeps it from starting meanwhile. */
async function whileStopped<Result>(paths: DataPaths, work: () => Promise<Result>): Promise<Result> {
  let unlock: () => void;
  try {
    unlock = lockFile(paths.lock);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new OperatorError(`The data folder ${paths.path} is in use: stop the server first.`, exitCodes.inUse);
  }
  return await work().finally(unlock);
}

async function isRestoring({ path }: DataPaths): Promise<boolean> {
  return (await inspectDataFolder(path)).includes('restoring');
}

function oneFolder(command: string, [folder, ...more]: string[]): string {
  if (folder === undefined || more.length > 0) throw new OperatorError(`${command} takes one folder.`, exitCodes.usage);
  return resolve(folder);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1000 ** 2).toFixed(1)} MB`;
}
