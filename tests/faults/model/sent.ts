import type { Operation, Outcome } from './operation.ts';

/** An operation that a client sent. */
export type Sent = {
  operation: Operation;
  /** What it could have come to, at each moment since it was sent. */
  possible: Set<string>;
  /** What the server answered; undefined while it is on its way. */
  outcome: Outcome | undefined;
  /** No change that it made is later than this revision; known when it made none. */
  until: number;
  /** When it was sent and answered, in steps of the run. */
  sentAt: number;
  answeredAt: number;
};

/** Which outcome it is; names and places are compared where the order is known. */
export function textOf(outcome: Outcome): string {
  if (outcome.is === 'refused') return `refused ${outcome.code}`;
  return outcome.is === 'nothing' ? `nothing, ${outcome.answer}` : 'done';
}

/** An answer that could not have been expected, in words. */
export function tell({ operation, outcome }: Sent, expected: string[]): string {
  return `${JSON.stringify(operation)} came to ${JSON.stringify(outcome)}, expected: ${expected.join(' or ')}`;
}
