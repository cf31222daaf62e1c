import type { TrashItem } from '#contract/records/trash-records.ts';
import type { Person } from './build-account.ts';

/** What tests of Trash do as a person, whom each test may make again. */
export function trashOf(person: () => Person) {
  return {
    /** Makes a folder and returns its id. */
    async folder(name: string, parentId: string | null = null): Promise<string> {
      return (await person().api.folders.create({ name, parentId })).id;
    },
    /** Moves something to Trash and returns its id. */
    async trashed(id: string): Promise<string> {
      await person().api.entries.remove({ id });
      return id;
    },
    /** The names of what lies in Trash, the last first. */
    async inTrash(): Promise<(string | undefined)[]> {
      return (await person().api.trash.list({})).items.map(nameOf);
    },
  };
}

export function nameOf({ entry }: TrashItem): string | undefined {
  return entry.folder?.name ?? entry.file?.name;
}
