import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { directoryLength, memberLength } from '../archives/zip-format.ts';
import { type PartMember, packMembers, sumLines } from './archive-part.ts';

export const sumsPath = 'SHA256SUMS';

/** What an archive comes to: all that is needed beside its parts. In bytes. */
export type ArchiveSums = {
  /** Where SHA256SUMS begins, the last member. */
  offset: number;
  /** Of the directory up to the header of SHA256SUMS. */
  directoryLength: number;
  /** With SHA256SUMS. */
  count: number;
  /** Of SHA256SUMS. */
  size: number;
  crc32: number;
  madeAt: number;
};

/** Writes the parts of an archive one after the other. */
export function createPartWriter({ db, archiveId, madeAt }: { db: Database; archiveId: string; madeAt: number }) {
  const sums: ArchiveSums = { offset: 0, directoryLength: 0, count: 1, size: 0, crc32: 0, madeAt };
  let number = 0;

  return {
    /** Adds members, which become a part. */
    async add(members: readonly PartMember[]): Promise<void> {
      if (members.length === 0) return;
      await db
        .insertInto('account_archive_parts')
        .values({
          archive_id: archiveId,
          number,
          offset: sums.offset,
          directory_offset: sums.directoryLength,
          sums_offset: sums.size,
          members: await packMembers(members),
        })
        .execute();
      number += 1;
      for (const member of members) {
        sums.directoryLength += directoryLength(member, sums.offset);
        sums.offset += memberLength(member);
      }
      const lines = Buffer.from(sumLines(members));
      sums.crc32 = crc32(lines, sums.crc32);
      sums.size += lines.length;
      sums.count += members.length;
    },

    /** Makes the archive one that can be opened. Returns false if it was removed meanwhile. */
    async finish(): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('account_archives')
        .set({ sums: JSON.stringify(sums) })
        .where('id', '=', archiveId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    sums,
  };
}

/** Parts that are removed in one transaction. */
const partsAtOnce = 50;

/** Removes an archive, which nobody can open from now on: its parts first, so that what a crash leaves is removed with the rest later. */
export async function removeArchive(db: Database, id: string): Promise<void> {
  await db.updateTable('account_archives').set({ sums: null }).where('id', '=', id).execute();
  for (;;) {
    const { rows } = await sql`
      delete from account_archive_parts where archive_id = ${id} and number in
        (select number from account_archive_parts where archive_id = ${id} order by number limit ${partsAtOnce})
      returning number
    `.execute(db);
    if (rows.length < partsAtOnce) break;
  }
  await db.deleteFrom('account_archives').where('id', '=', id).execute();
}
