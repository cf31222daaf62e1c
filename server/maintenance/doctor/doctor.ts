import { relative } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { ReadInstallation } from '#server/installation/read-installation.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { checkBytes } from './check-bytes.ts';
import { checkFolder } from './check-folder.ts';
import { checkHashes, type HashedBlob } from './check-hashes.ts';
import { checkRows } from './check-rows.ts';
import { checkSearch } from './check-search.ts';
import { checkSums } from './check-sums.ts';
import { type Finding, keyOf } from './finding.ts';
import { withFiles } from './name-files.ts';

type Deps = { installation: ReadInstallation; now: () => number; output: Output };

/** Where a server runs, a file that no row refers to may belong to an upload that is beginning. */
const settleMs = 60 * 60 * 1000;

/**
 * Looks for everything that is not as it has to be. Reads only, also beside a running server: then it checks what it found
 * a second time, and reports what was found both times. `isDeep` compares all bytes with their hashes. Throws
 * OperatorError.
 */
export async function examine(
  { installation, now, output }: Deps,
  { isDeep, isRunning }: { isDeep: boolean; isRunning: boolean },
) {
  const { paths, database, place } = installation;
  const isInFolder = place.storage === undefined;
  if (database.schema.state !== 'current') {
    throw new OperatorError(
      'The database was made by another version: start this version on it once, then run the doctor.',
    );
  }
  const first = await check();
  const lasting = first.length > 0 && isRunning ? await checkAgain(first) : first;
  const quarantined = await installation.blobs.countQuarantined();
  return { findings: lasting, quarantined, ...(await countUnread(database.db)) };

  async function checkAgain(found: Finding[]): Promise<Finding[]> {
    const aboutBytes = found.filter(({ kind }) => kind === 'wrong-bytes' || kind === 'damaged');
    const subjects = new Set(aboutBytes.map(({ subject }) => subject));
    const still = new Set((await check(({ id }) => subjects.has(`blobs ${id}`))).map(keyOf));
    return found.filter((finding) => still.has(keyOf(finding)));
  }

  /** `isRead`: whether the bytes of a blob are compared with its hash, where any are. */
  async function check(isRead: (blob: HashedBlob) => boolean = () => true): Promise<Finding[]> {
    const found: Finding[] = [];
    for (const fault of await database.findFaults())
      found.push({ kind: 'database', subject: 'keepsake.db', what: fault });
    const toHash: HashedBlob[] = [];
    await database.snapshot(async (trx) => {
      const { count } = await trx
        .selectFrom('blobs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const settledBefore = isRunning ? now() - settleMs : Number.POSITIVE_INFINITY;
      const checks = [
        checkRows(trx, now()),
        checkSums(trx),
        checkSearch(trx),
        checkBytes(trx, installation, {
          toHash: isDeep ? toHash : undefined,
          settledBefore,
          isMovable: isInFolder,
          onBlob: drawing('Blobs', count),
        }),
        ...(isInFolder ? [checkFolder(paths, { isRunning })] : []),
      ];
      for (const findings of checks)
        for await (const finding of findings) found.push(await withFiles(trx, named(finding)));
    });
    const toRead = toHash.filter(isRead);
    const onBlob = drawing('Read', toRead.length);
    for await (const finding of checkHashes(database.db, installation.blobs, { toHash: toRead, onBlob }))
      found.push(await withFiles(database.db, finding));
    return found;
  }

  /** Draws how many of the blobs are done, and their bytes, after each of them. */
  function drawing(what: string, of: number): (size: number) => void {
    let [done, bytes] = [0, 0];
    return (size) => {
      [done, bytes] = [done + 1, bytes + size];
      output.draw({ what, done, of, bytes });
    };
  }

  /** With a path as it is in the data folder. */
  function named(finding: Finding): Finding {
    const { subject } = finding;
    return subject.startsWith(paths.path) ? { ...finding, subject: relative(paths.path, subject) } : finding;
  }
}

/** Files that the server has still to look into, and films and sounds that wait for what decodes them. */
async function countUnread(db: Kysely<Tables>): Promise<{ unread: number; undecoded: number }> {
  const all = db.selectFrom('facts').select(({ fn }) => fn.countAll<number>().as('count'));
  const unread = await all.where('state', '=', sql.lit('waiting')).executeTakeFirstOrThrow();
  const undecoded = await all.where('lacks_decoder', '=', sql.lit(1)).executeTakeFirstOrThrow();
  return { unread: unread.count, undecoded: undecoded.count };
}
