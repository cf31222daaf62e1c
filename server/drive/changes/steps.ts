/** Where an entry is: its name, and its folder; null is Root. */
export type Place = { name: string; parentId: string | null };

/** The content of a file: the blob that it shows, and when it was last changed, in milliseconds. */
export type Content = { blobId: string; modifiedAt: number };

/** Something that an operation did with an entry, with what is needed to take it back. */
export type Step =
  /** It was created or copied. `isEmpty`: a folder with nothing in it. */
  | { did: 'make'; id: string; isEmpty: boolean }
  | { did: 'place'; id: string; from: Place; to: Place }
  /** `at`: when it was moved there, in milliseconds. */
  | { did: 'trash'; id: string; from: Place; at: number }
  | { did: 'restore'; id: string; from: Place; to: Place }
  | { did: 'star'; id: string; starred: boolean }
  /** A file got its next version. */
  | { did: 'content'; id: string; from: Content; to: { blobId: string } };
