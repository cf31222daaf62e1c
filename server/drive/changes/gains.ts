import { type Contents, rootId } from '#server/database/folder-contents.ts';

/** What folders gained in a transaction and is not written yet. */
export function createGains() {
  let gains = new Map<string, Contents>();

  return {
    add(folderId: string | null, { folders, files, bytes }: Contents): void {
      const id = folderId ?? rootId;
      const before = gains.get(id) ?? nothing;
      gains.set(id, {
        folders: before.folders + folders,
        files: before.files + files,
        bytes: before.bytes + bytes,
      });
    },

    /** All of it, once. */
    take(): Map<string, Contents> {
      const taken = new Map(
        [...gains].filter(([, gain]) => gain.folders !== 0 || gain.files !== 0 || gain.bytes !== 0),
      );
      gains = new Map();
      return taken;
    },
  };
}

const nothing: Contents = { folders: 0, files: 0, bytes: 0 };
