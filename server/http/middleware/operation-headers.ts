import { operationHeader } from '#contract/storage.ts';

/** Names the operation by which what a request did is undone; nothing if it changed nothing. */
export function operationHeaders(operationId: string | null): Record<string, string> {
  return operationId === null ? {} : { [operationHeader]: operationId };
}
