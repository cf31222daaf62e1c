import { exitCodes } from '#contract/command-line.ts';

/** A command cannot do what was asked; the message is one sentence that says what to change. */
export class OperatorError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
