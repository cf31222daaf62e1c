import type { IfTaken } from '#contract/records/batch.ts';

/** What a client asks for. Ids are those that the server gave. */
export type Operation = SharedOperation | AloneOperation;

/** What many clients do at once. */
export type SharedOperation =
  | { kind: 'create'; parentId: string | null; name: string }
  | { kind: 'upload' | 'link'; parentId: string | null; name: string; content: string }
  | { kind: 'update'; id: string; name?: string; parentId?: string | null }
  | { kind: 'copy'; id: string; parentId: string | null; name?: string }
  | { kind: 'star'; id: string; starred: boolean }
  | { kind: 'trash' | 'restore' | 'remove'; id: string };

/** What is done while no other client does anything, since it changes many things at once. */
export type AloneOperation =
  | { kind: 'place'; what: 'move' | 'copy'; id: string; parentId: string | null; name?: string; ifTaken: IfTaken }
  | { kind: 'move-many'; ids: string[]; parentId: string | null; ifTaken?: IfTaken }
  /** `number`: of a version, as the file counts them. */
  | { kind: 'restore-version' | 'remove-version' | 'keep-both'; id: string; number: number }
  | { kind: 'undo'; operationId: string };

/** What became of it: what the server and the model have to agree on. The version of a folder is 0. */
export type Outcome =
  | { is: 'refused'; code: string }
  /** The call succeeded and changed nothing. */
  | { is: 'nothing'; answer: 'absent' | 'same' }
  | Done;

export type Done = {
  is: 'done';
  id: string;
  name: string;
  parentId: string | null;
  version: number;
  /** By which it can be undone; null when it cannot. */
  operationId: string | null;
  /** What was made beside it. */
  madeId?: string;
};

/** Thrown by what the model refuses. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
