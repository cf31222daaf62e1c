/** Why a document is not shown. */
export type DocumentProblem =
  /** The server cannot be reached. */
  | 'unreachable'
  /** The server answered with an error, whose message is this error's. */
  | 'refused'
  | 'not-text'
  | 'broken-pdf'
  | 'locked-pdf'
  /** It took more time, or was nested deeper, than is allowed. */
  | 'too-much';

/** A document that cannot be shown. */
export class DocumentError extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, options?: ErrorOptions & { message?: string }) {
    super(options?.message ?? problem, options);
    this.problem = problem;
  }
}

/** Whether the same may be read later: an error of the server or of the way there. */
export function isOfServer(error: unknown): boolean {
  return !(error instanceof DocumentError) || error.problem === 'unreachable' || error.problem === 'refused';
}
