/** How many nested causes are looked at. */
const maxCauses = 5;

const sentences: Record<string, (path: string) => string> = {
  ENOSPC: () => 'The disk of this computer is full. Make room and run the command again.',
  EDQUOT: () => 'The disk of this computer is full. Make room and run the command again.',
  EMFILE: () => 'Too many files are open on this computer.',
  EACCES: (path) => `${path} may not be used by you.`,
  EPERM: (path) => `${path} may not be used by you.`,
  EIO: (path) => `The disk of this computer failed at ${path}.`,
  EROFS: (path) => `${path} is on a disk that cannot be written.`,
  EISDIR: (path) => `A folder is in the place of the file ${path}.`,
  ENOTDIR: (path) => `A file is in the place of a folder of ${path}.`,
  ENAMETOOLONG: (path) => `The disk of this computer cannot have a name as long as ${path}.`,
  ENOENT: (path) => `There is no ${path}.`,
};

/** The code and the sentence of an error of the local file system, also of one that caused another; undefined for all others. */
export function localError(error: unknown): { code: string; sentence: string } | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < maxCauses; at = at.cause, depth += 1) {
    const { code = '', path, syscall } = at as NodeJS.ErrnoException;
    const sentence = sentences[code];
    if (sentence !== undefined && syscall !== 'connect') return { code, sentence: sentence(path ?? 'it') };
  }
  return undefined;
}

/** Whether the disk of this computer has no space left. */
export function isLocalDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(localError(error)?.code ?? '');
}
