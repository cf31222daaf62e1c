import type { Generated } from 'kysely';

/** The names of an account are the rows from `number` times 2^32 on. */
export type SearchAccountRow = {
  number: Generated<number>;
  account: string;
  /** Of the fold that all its names are indexed by; 0 while some may be missing. */
  version: number;
  /** Number of the last change whose name is in the index; those of later ones are looked at one by one. */
  revision: Generated<number>;
};

/** The name of an entry, as it is searched. On PostgreSQL the row has its grams, too. */
export type SearchNameRow = { row: number; entry_id: string; key: string };

/** Words of names, also of names that are gone: what is misspelled is compared with them. */
export type SearchWordRow = { number: number; length: number; word: string };
