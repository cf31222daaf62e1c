/**
 * Every limit that a user of the server can reach, with the error code of a request that exceeds it.
 * `docs/limits.md` documents them.
 */

/** Request line and header fields of one request, in bytes: `url-too-long`, `headers-too-large`. */
export const maxHeadBytes = 16 * 1024;
/** A JSON body, in bytes: `body-too-large`. */
export const maxJsonBytes = 256 * 1024;
/** The body of a call to `/api/auth`, where a long password would only burden the hash, in bytes: `body-too-large`. */
export const maxAuthBytes = 8 * 1024;
/** The metadata of an object as JSON, in bytes: `body-too-large`. */
export const maxMetadataBytes = 64 * 1024;
/** Custom metadata of an object, all names and values together, in bytes of UTF-8: `invalid-input`. */
export const maxCustomMetadataBytes = 8 * 1024;
/** A multipart body, in bytes: `body-too-large`. */
export const maxMultipartBytes = 8 * 1024 ** 2;
/** Parts of a multipart body: `invalid-input`. */
export const maxMultipartParts = 10;
/** The header of a part, in bytes: `invalid-input`. */
export const maxPartHeaderBytes = 8 * 1024;
/**
 * Bodies that are held in memory at the same time, together and of one account, in bytes: `unavailable`, after a wait. Those of
 * requests without an account (`/api/auth`) count by client address, and apart, so that they keep out nobody who is logged in.
 */
export const maxHeldBytes = 64 * 1024 ** 2;
export const maxHeldAccountBytes = 16 * 1024 ** 2;
export const maxHeldAnonymousBytes = 8 * 1024 ** 2;
export const maxHeldAddressBytes = 1 * 1024 ** 2;
/** How long a body waits for that memory, before any of it is read: `unavailable`. */
export const heldWaitSeconds = 10;
/** A file, in bytes (5 TiB: the largest object that S3 stores): `file-too-large`. */
export const maxFileBytes = 5 * 1024 ** 4;

/** A name, in bytes of UTF-8 (what every common file system can store): `name-too-long`. */
export const maxNameBytes = 255;
/** The depth of a folder below Root: `too-deep`. */
export const maxFolderDepth = 1000;
/** Entries of one page of a list (specification, section 9): `invalid-input`. */
export const minPageSize = 1;
export const maxPageSize = 1000;

/** Operations of one write batch: `invalid-input`. */
export const maxBatchOperations = 500;

/** Unfinished uploads of one person: `too-many-uploads`. */
export const maxOpenUploads = 1000;
/** Open live streams of one person: `too-many-streams`. */
export const maxOpenStreams = 20;

const minute = 60 * 1000;
/** Guesses at the password of one account, from all addresses together: `too-many-requests`. */
export const maxGuesses = { max: 10, windowMs: 10 * minute };
/** Reset mails to one account: `too-many-requests`. */
export const maxResetMails = { max: 5, windowMs: 60 * minute };
/** Calls from one address to `/api/auth` by path: `too-many-requests`. */
export const maxCallsByAddress = {
  '/sign-in/email': { max: 20, windowMs: minute },
  '/sign-up/email': { max: 10, windowMs: minute },
  '/request-password-reset': { max: 5, windowMs: minute },
  '/reset-password': { max: 10, windowMs: minute },
  others: { max: 120, windowMs: minute },
};

/**
 * A connection on which no byte moves for this long, while the server waits for the client, is cut off; a request whose
 * headers take longer is answered with `request-timeout`. The duration of a request that makes progress is not limited.
 */
export const silenceSeconds = 60;

/**
 * A connection without a request is closed after this long. Longer than the timeout of proxies (nginx: 60 s), so that no
 * proxy sends a request on a connection that is being closed.
 */
export const idleSeconds = 75;
