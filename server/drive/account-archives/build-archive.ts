import { maxNameBytes } from '#contract/limits.ts';
import { cutFileName } from '#contract/names/name-variants.ts';
import type { AboutPerson } from '#server/accounts/profile/about-person.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Scope } from '../access/scope.ts';
import { addFolders, membersOf } from '../archives/archive-page.ts';
import { pageRows } from '../archives/archive-rows.ts';
import { createFolderPaths } from '../archives/folder-paths.ts';
import { type PagesTop, walkPages } from '../archives/walk-pages.ts';
import type { ZipMember } from '../archives/zip-format.ts';
import { createZipNames } from '../archives/zip-names.ts';
import {
  type EntryPage,
  type EntryPageRow,
  type OldVersionRow,
  readEntryPage,
  readOldVersions,
} from './account-archive-rows.ts';
import { accountPart, listParts, numbered } from './account-part.ts';
import { ownMember, type PartMember } from './archive-part.ts';
import { entryLine, versionLine } from './told-lines.ts';

type Deps = {
  db: Database;
  hashes: Hashes;
  damage: Damage;
  aboutPerson: (account: string) => Promise<AboutPerson>;
};

type Wanted = { versions: boolean; trash: boolean };

type Building = {
  scope: Scope;
  madeAt: number;
  wanted: Wanted;
  /** Called with the members of a part after those of the one before. */
  add: (members: readonly PartMember[]) => Promise<void>;
};

/** How much is in an archive, and of how many files and versions it lacks the bytes. */
export type ArchiveCounts = { files: number; damaged: number };

/** Reads all that an account has in parts of about `pageRows` members, so that its memory does not grow with the account. */
export function createBuildArchive({ db, hashes, damage, aboutPerson }: Deps) {
  return async ({ scope, madeAt, wanted, add }: Building): Promise<ArchiveCounts> => {
    const counts = { files: 0, damaged: 0 };
    let lines = 0;
    await add(await accountPart({ db, aboutPerson }, scope, madeAt));
    await addTree('Files/', { folder: null });
    if (wanted.trash) await addTree('Trash/', { trashAfter: '' });
    for await (const members of listParts(db, scope, madeAt)) await add(members);
    return counts;

    async function addTree(below: string, top: PagesTop): Promise<void> {
      const paths = createFolderPaths(below);
      const otherNames = createZipNames();
      for await (const { page } of walkPages((start) => readEntryPage(db, scope, start), top)) {
        const renamed = otherNames(page);
        const members = membersOf(page, { paths, renamed });
        addFolders(paths, page, renamed);
        await addPage(page, members);
        if (wanted.versions) await addVersions(page, members);
      }
    }

    async function addPage({ rows }: EntryPage, members: readonly ZipMember[]): Promise<void> {
      const part: PartMember[] = [];
      let told = '';
      for (const [at, member] of members.entries()) {
        const row = required(rows[at], 'row of a member');
        const content = row.kind === 'file' ? await contentOf(row) : folder;
        count(row.kind === 'file', content);
        if (content !== undefined) part.push({ ...member, ...content });
        told += entryLine(member.path, summed(row, content));
      }
      await addWith(part, told);
    }

    async function addVersions({ rows }: EntryPage, members: readonly ZipMember[]): Promise<void> {
      const paths = new Map(
        rows.flatMap(({ id, kind }, at) =>
          kind === 'file' ? [[id, required(members[at], 'member of a row').path]] : [],
        ),
      );
      const ids = [...paths.keys()];
      for (let after: OldVersionRow | undefined; ; ) {
        const versions = await readOldVersions(db, scope, ids, { after, limit: pageRows });
        await addVersionRows(versions, paths);
        after = versions.at(-1);
        if (versions.length < pageRows) return;
      }
    }

    async function addVersionRows(versions: readonly OldVersionRow[], paths: ReadonlyMap<string, string>) {
      const part: PartMember[] = [];
      let told = '';
      for (const row of versions) {
        const file = required(paths.get(row.entry_id), 'path of a file');
        const path = `Versions/${file}/${nameOfVersion(row, file.slice(file.lastIndexOf('/') + 1))}`;
        const content = await contentOf(row);
        count(true, content);
        if (content !== undefined)
          part.push({ path, size: row.size, modifiedAt: row.file_modified_at ?? row.stored_at ?? madeAt, ...content });
        told += versionLine(path, { file, row: summed(row, content) });
      }
      await addWith(part, told);
    }

    /** A part with the lines about it. */
    async function addWith(part: readonly PartMember[], told: string): Promise<void> {
      if (told === '') return;
      lines += 1;
      await add([...part, ownMember(numbered('entries', lines), told, madeAt)]);
    }

    function count(isFile: boolean, content: Content | undefined): void {
      if (content === undefined) counts.damaged += 1;
      else if (isFile) counts.files += 1;
    }

    /** Where the bytes of a file or version are, and their sums; undefined if they are damaged. */
    async function contentOf(row: EntryPageRow | OldVersionRow): Promise<Content | undefined> {
      if (row.damaged_at !== null) return undefined;
      const { sha256, size } = row;
      const blob = required(row.blob_id, 'blob of a file');
      try {
        const hashed = await hashes.sha256Of(scope.account, { id: blob, size, sha256 });
        const crc32 = await hashes.crc32Of(scope.account, { id: blob, size, sha256: hashed, crc32: row.crc32 });
        return { blob, sha256: hashed, crc32 };
      } catch (error) {
        return await damage.found(blob, error).catch((found: unknown) => {
          if (found instanceof KeepsakeError && found.code === 'file-damaged') return undefined;
          throw found;
        });
      }
    }
  };
}

function nameOfVersion({ generation }: OldVersionRow, fileName: string): string {
  const number = `${generation} `;
  return number + cutFileName(fileName, maxNameBytes - number.length);
}

type Content = Pick<PartMember, 'blob' | 'sha256' | 'crc32'>;

const folder: Content = { sha256: null, crc32: 0 };

/** A row with the sum of its content, as far as that can be read. */
function summed<Row extends EntryPageRow | OldVersionRow>(row: Row, content: Content | undefined): Row {
  return content === undefined ? { ...row, damaged_at: row.damaged_at ?? 0 } : { ...row, sha256: content.sha256 };
}
