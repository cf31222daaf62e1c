import type { OwnFacts } from '#contract/records/facts.ts';

/**
 * A picture of a file in two sizes, as WebP; `screen` is null where the thumbnail has all the pixels. With the upright size of the
 * whole picture and a tiny data URI of it.
 */
export type Picture = {
  thumbnail: Uint8Array;
  screen: Uint8Array | null;
  width: number;
  height: number;
  blur: string;
};

/** What a file says of itself. */
export type FileFacts = OwnFacts;

/** What was found in a file; each is undefined when there is none. */
export type Reading = {
  picture: Picture | undefined;
  facts: FileFacts | undefined;
  /** Whether it is a film or a sound that has no picture only because the machine lacks what decodes it. */
  lacksDecoder?: boolean;
};

/** Told the facts of a file before its picture is drawn, which may take too long. */
export type TellFacts = (facts: FileFacts) => void;

export const nothing: Reading = { picture: undefined, facts: undefined };

/** A file without its bytes. */
export type FileDescription = { contentType: string; name: string; size: number };

/** Reads the bytes from `start` to before `end`, which has to be within the file. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** A file to look into. */
export type FileToRead = FileDescription & { read: ReadBytes };

export const noFacts: FileFacts = {
  takenAt: null,
  camera: null,
  lens: null,
  exposure: null,
  place: null,
  width: null,
  height: null,
  seconds: null,
  pages: null,
  title: null,
  artist: null,
};
