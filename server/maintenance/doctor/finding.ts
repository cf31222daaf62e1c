import type { Contents } from '#server/database/folder-contents.ts';
import type { WrongSum } from '#server/database/stored-sums.ts';

/** Something that is not as it has to be. */
export type Finding = {
  kind:
    | 'database'
    | 'reference'
    | 'version'
    | 'cycle'
    | 'name'
    | 'counter'
    | 'contents'
    | 'unused-blob'
    | 'missing-bytes'
    | 'wrong-size'
    | 'wrong-bytes'
    | 'damaged'
    | 'size'
    | 'orphan'
    | 'leftover'
    | 'foreign-file'
    | 'small-blob'
    | 'sums'
    | 'picture'
    | 'search'
    | 'expired-upload';
  /** What it is about: a row by table and id, or a path in the data folder. */
  subject: string;
  /** A sentence for the operator. */
  what: string;
  /** Of a blob, whose files show it and their paths; some of them when there are many. */
  files?: string[];
  /** How `--fix` repairs it; undefined when only a person can. */
  fix?: Fix;
};

/** Bytes are moved, never removed; numbers are set to what the rows add up to. */
export type Fix =
  | { kind: 'move'; path: string }
  | {
      kind: 'count';
      account: string;
      column: 'used_bytes' | 'reserved_bytes' | 'used_entries';
      from: number;
      to: number;
    }
  | { kind: 'contents'; account: string; folder: string; from: Contents; to: Contents }
  | ({ kind: 'sum' } & WrongSum);

/** What two checks of a running installation have to find alike, so that it is no passing state. */
export function keyOf({ kind, subject, what }: Finding): string {
  return `${kind} ${subject} ${what}`;
}
