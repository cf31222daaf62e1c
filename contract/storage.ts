/** Numbers of the file transfer (specification, sections 4 and 9). */

/** Files of this many bytes or fewer travel in one request; larger ones are resumable. */
export const resumableThreshold = 262_144;
/** First chunk of a resumable upload, in bytes; doubled after each chunk that succeeds. */
export const firstChunkBytes = 262_144;
export const maxChunkBytes = 33_554_432;

export const maxOperationRetryMs = 120_000;
export const maxUploadRetryMs = 600_000;
/** The delay between retries doubles up to this cap; jitter is added. */
export const maxRetryDelayMs = 64_000;
export const retriedStatuses: readonly number[] = [408, 429];

/** An upload that is not finished after this time is given up. */
export const uploadLifetimeMs = 24 * 60 * 60 * 1000;

/** SHA-256 of a whole file, hexadecimal: in the upload metadata when it is known at the beginning. */
export const sha256Pattern = /^[0-9a-f]{64}$/;
/** Algorithms of the Upload-Checksum header (tus 1.0, checksum). */
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];
/** Request header that a client sends with the last bytes: the digest of the whole file (RFC 9530, section 3). */
export const wholeDigestHeader = 'Repr-Digest';
/** Request header of programs where the operator set a key. */
export const appCheckHeader = 'Keepsake-App-Check';
/** 16 bytes of the CSPRNG and more: nobody guesses a token (128 bits). */
export const tokenBytes = 32;

/** Upload metadata: the id that the client chose for the upload, a UUID. The address of the upload ends in it. */
export const uploadIdKey = 'uploadId';

/** Response header of the request that finishes an upload: the id of the file that now holds the bytes. */
export const uploadedFileHeader = 'Keepsake-File';
