import type { Answer } from '../../server.ts';
import { type ConnectionLost, errorFromAnswer, failureOf, type StorageError } from './storage-error.ts';

/** A response with an error status. */
export class Rejected extends Error {
  readonly answer: Answer;
  readonly error: StorageError;

  constructor(answer: Answer) {
    super(`The server answered ${answer.status}`);
    this.name = 'Rejected';
    this.answer = answer;
    this.error = errorFromAnswer(answer.status, answer.text);
  }
}

/** The error of one attempt, and the response if there was one. */
export function failureIn(thrown: unknown): { answer: Answer | undefined; error: StorageError | ConnectionLost } {
  if (thrown instanceof Rejected) return thrown;
  return { answer: undefined, error: failureOf(thrown) };
}
