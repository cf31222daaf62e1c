/** Larger files are not copied into the browser's storage, in bytes. */
const maxCopiedBytes = 64 * 1024 ** 2;

/** So much of this tab's is copied at any time, in bytes: a folder of photographs would fill the browser's storage. */
export const maxCopiedTogether = 1024 ** 3;

/**
 * Which files are copied beside their rows, by the keys of these. Copies are made in turn, so that whatever else is saved waits
 * for few of them, and as far as there is room: others follow when uploads end.
 */
export function createSavedCopies(copy: (key: string, file: File) => Promise<void>) {
  const waiting = new Map<string, File>();
  const sizes = new Map<string, number>();
  let bytes = 0;
  let isCopying = false;

  return {
    hasRoom,
    /** A copy of so many bytes is there, or is made elsewhere. */
    hold,
    /** Copies a file when its turn comes, unless it is too large. */
    add(key: string, file: File) {
      if (file.size > maxCopiedBytes) return;
      waiting.set(key, file);
      void copyAll();
    },
    /** To be called when an upload ends. */
    remove(key: string) {
      waiting.delete(key);
      bytes -= sizes.get(key) ?? 0;
      sizes.delete(key);
      void copyAll();
    },
    /** Copies nothing more. */
    close: () => waiting.clear(),
  };

  function hasRoom(size: number): boolean {
    return bytes + size <= maxCopiedTogether;
  }

  function hold(key: string, size: number) {
    sizes.set(key, size);
    bytes += size;
  }

  async function copyAll() {
    if (isCopying) return;
    isCopying = true;
    for (const [key, file] of waiting) {
      if (!hasRoom(file.size)) break;
      waiting.delete(key);
      hold(key, file.size);
      await copy(key, file);
    }
    isCopying = false;
  }
}
