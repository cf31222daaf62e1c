/** Where an entry is: its name, and its folder; null is Root. */
export type Place = { name: string; parentId: string | null };

/** What a client said of a content: its type, and the metadata that it set, as `VersionRow.metadata`. */
export type Description = { contentType: string; metadata: string | null };

/** The content of a file: the blob that it shows, and when it was last changed, in milliseconds. */
export type Content = { blobId: string; modifiedAt: number };

/** Something that an operation did with an entry, with what is needed to take it back. */
export type Step =
  /** It was created or copied. `isEmpty`: a folder with nothing in it. */
  | { did: 'make'; id: string; isEmpty: boolean }
  | { did: 'place'; id: string; from: Place; to: Place }
  /** `at`: when it was moved there, in milliseconds. */
  | { did: 'trash'; id: string; from: Place; at: number }
  /** `blobId`: what a file showed. */
  | { did: 'restore'; id: string; from: Place; to: Place; blobId?: string | null }
  /** `before`: since when it had a star, in milliseconds. */
  | { did: 'star'; id: string; starred: boolean; before?: number | null }
  /** A file shows another content. `fileId`: where its version is that had the one before, if it is in another file now. */
  | { did: 'content'; id: string; from: Content & { fileId?: string }; to: { blobId: string } }
  | { did: 'describe'; id: string; versionId: string; from: Description; to: { metageneration: number } };
