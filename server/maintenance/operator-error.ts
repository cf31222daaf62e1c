/** What a command of the operator ends with; those of a person's commands (client/cli) are 0 to 6. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, troubleFound: 7, inUse: 8 } as const;

/** A command cannot do what it was asked; the message is one sentence that says what to change. */
export class OperatorError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
