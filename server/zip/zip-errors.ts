/** Why an archive is not unpacked at all. */
export type ZipProblem =
  /** It has no directory: it is no zip, was cut off, or consists of several parts. */
  | 'not-a-zip'
  /** Its directory cannot be read, or names places outside the archive. */
  | 'damaged'
  /** Several of its entries use the same bytes. */
  | 'overlapping'
  | 'encrypted'
  | 'too-many-entries'
  /** It would become far larger than anything that people store. */
  | 'too-large';

export class ZipRefused extends Error {
  readonly why: ZipProblem;

  constructor(why: ZipProblem, options: { cause?: unknown } = {}) {
    super(`The archive is refused: ${why}`, options);
    this.why = why;
  }
}

/** The bytes of an entry are not what the directory says of them. */
export class EntryDamaged extends Error {}
