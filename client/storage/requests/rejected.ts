import type { Answer } from '../../server.ts';
import { type ConnectionLost, errorFromAnswer, failureOf, type StorageError } from './storage-error.ts';

/** An answer that is no success. */
export class Rejected extends Error {
  readonly answer: Answer;
  readonly error: StorageError;

  constructor(answer: Answer) {
    super(`The server answered ${answer.status}`);
    this.name = 'Refused';
    this.answer = answer;
    this.error = errorFromAnswer(answer.status, answer.text);
  }
}

/** What one try failed with, and the answer when there was one. */
export function failureIn(thrown: unknown): { answer: Answer | undefined; error: StorageError | ConnectionLost } {
  if (thrown instanceof Rejected) return thrown;
  return { answer: undefined, error: failureOf(thrown) };
}
