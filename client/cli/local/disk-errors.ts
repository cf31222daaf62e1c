/** How many nested causes are looked at. */
const maxCauses = 5;

const sentences: Record<string, (path: string) => string> = {
  ENOSPC: () => 'The disk of this computer is full. Free some space and run the command again.',
  EDQUOT: () => 'The disk of this computer is full. Free some space and run the command again.',
  EMFILE: () => 'Too many files are open on this computer.',
  EACCES: (path) => `You have no permission to use ${path}.`,
  EPERM: (path) => `You have no permission to use ${path}.`,
  EIO: (path) => `The disk of this computer failed while reading or writing ${path}.`,
  EROFS: (path) => `${path} is on a read-only disk.`,
  EISDIR: (path) => `There is a folder where the file ${path} should be.`,
  EEXIST: (path) => `There is a file where the folder ${path} should be.`,
  ENOTDIR: (path) => `There is a file where a folder in ${path} should be.`,
  ENAMETOOLONG: (path) => `The name is too long for the disk of this computer: ${path}.`,
  ENOENT: (path) => `${path} does not exist.`,
};

/** The code and the sentence of an error of the local file system, also of one that caused another; undefined for all others. */
export function localError(error: unknown): { code: string; sentence: string } | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < maxCauses; at = at.cause, depth += 1) {
    const { code = '', path, dest, syscall } = at as NodeJS.ErrnoException & { dest?: string };
    const sentence = sentences[code];
    if (sentence !== undefined && syscall !== 'connect') return { code, sentence: sentence(dest ?? path ?? 'it') };
  }
  return undefined;
}

/** Whether the disk of this computer has no space left. */
export function isLocalDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(localError(error)?.code ?? '');
}
