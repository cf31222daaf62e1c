import { databaseProblem } from '#server/database/problems.ts';

/** What the operating system ran out of, as a sentence that says what to do; undefined for every other error. */
export function shortageSentence(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < maxCauses; at = at.cause, depth += 1) {
    if (databaseProblem(at) === 'full') return full;
    const sentence = sentences[(at as NodeJS.ErrnoException).code ?? ''];
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** How many nested causes are looked at. */
const maxCauses = 5;

const full = 'The disk is full: free some space.';
const tooManyFiles =
  'Too many files are open: raise the limit of open files (`ulimit -n`, or `LimitNOFILE` of the service).';

const sentences: Record<string, string | undefined> = {
  ENOSPC: full,
  EDQUOT: full,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
};
