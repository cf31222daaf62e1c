/** Numbers of the file transfer (specification, sections 4 and 9). */

/** Files of this many bytes or fewer travel in one request; larger ones are resumable. */
export const resumableThreshold = 262_144;
/** First chunk of a resumable upload, in bytes; doubled after each chunk that succeeds. */
export const firstChunkBytes = 262_144;
export const maxChunkBytes = 33_554_432;

/** An upload that is not finished within this time expires. */
export const uploadLifetimeMs = 24 * 60 * 60 * 1000;

/** A generation of a file, as text. */
export const generationPattern = /^\d{1,15}$/;

/** SHA-256 of a whole file, hexadecimal: in the upload metadata if it is known at the beginning. */
export const sha256Pattern = /^[0-9a-f]{64}$/;
/** Algorithms of the Upload-Checksum header (tus 1.0, checksum). */
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];
/** Request header that a client sends with the last bytes: the digest of the whole file (RFC 9530, section 3). */
export const wholeDigestHeader = 'Repr-Digest';

/** Request header with the digest of the bytes of that request (RFC 9530, section 2). */
export const contentDigestHeader = 'Content-Digest';
/** Request header of programs, if the operator has set a key. */
export const appCheckHeader = 'Keepsake-App-Check';
/** Request header with the id of the account that a request is meant for; that of anybody else refuses it as `unauthenticated`. */
export const accountHeader = 'Keepsake-Account';
/** From the CSPRNG; 16 bytes (128 bits) already cannot be guessed. */
export const tokenBytes = 32;

/** Upload metadata: the id of the upload, a UUID chosen by the client. The URL of the upload ends in it. */
export const uploadIdKey = 'uploadId';

/** Response header of what changes something and answers no JSON of the contract: the operation that undoes it. */
export const operationHeader = 'Keepsake-Operation-Id';
/** Request header of a call that may be sent again, because its answer was lost (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyKeyHeader = 'Idempotency-Key';
/** Its value, with or without the quotation marks of a string (RFC 9651, section 3.3.3). */
export const idempotencyKeyPattern = /^"?([\w-]{8,64})"?$/;
/** Response header of the request that finishes an upload: the id of the stored file. */
export const uploadedFileHeader = 'Keepsake-File';
