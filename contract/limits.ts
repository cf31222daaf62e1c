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
/** A picture of a film that a client sends, or of a person. */
export const maxPosterBytes = 4 * 1024 ** 2;
/** Custom metadata of an object, all names and values together, in bytes of UTF-8: `invalid-input`. */
export const maxCustomMetadataBytes = 8 * 1024;
/** The metadata of an upload (`Upload-Metadata`), all names and values together, in bytes of UTF-8: `upload-metadata-invalid`. */
export const maxUploadMetadataBytes = 8 * 1024;
/** Files of one request to `/api/files/batch`: `invalid-input`. Its index and its whole body, in bytes: `body-too-large`. */
export const maxBatchFiles = 64;
export const maxBatchIndexBytes = 128 * 1024;
export const maxBatchBytes = 2 * 1024 ** 2;
/** A multipart body, in bytes: `body-too-large`. */
export const maxMultipartBytes = 8 * 1024 ** 2;
/** Parts of a multipart body: `invalid-input`. */
export const maxMultipartParts = 10;
/** The header of a part, in bytes: `invalid-input`. */
export const maxPartHeaderBytes = 8 * 1024;
/**
 * Bodies that are held in memory at the same time, together and of one account, in bytes: `unavailable`, after a wait. Those of
 * requests without an account (`/api/auth`) count by client address (IPv6: one /64), and apart, so that they keep out nobody
 * who is logged in; wider networks have a multiple of it, as for calls.
 */
export const maxHeldBytes = 64 * 1024 ** 2;
export const maxHeldAccountBytes = 16 * 1024 ** 2;
export const maxHeldAnonymousBytes = 8 * 1024 ** 2;
export const maxHeldAddressBytes = 1 * 1024 ** 2;
/** How long a body waits for that memory, before any of it is read: `unavailable`. */
export const heldWaitSeconds = 10;
/**
 * How long an address that leads a download to S3 may be used to begin one. What has begun there continues, even after a log-out:
 * only the store could end it.
 */
export const redirectSeconds = 60;
/** How long an address at `CONTENT_URL` opens a file for the session that it was made for; a film may take a while. */
export const contentTicketSeconds = 6 * 60 * 60;
/** A file, in bytes (5 TiB: the largest object that S3 stores): `file-too-large`. */
export const maxFileBytes = 5 * 1024 ** 4;

/** A name, in bytes of UTF-8 (what every common file system can store): `name-too-long`. */
export const maxNameBytes = 255;
/** The depth of a new or moved folder below Root: `too-deep`. */
export const maxFolderDepth = 100;
/** Entries of one page of a list (specification, section 9): `invalid-input`. */
export const minPageSize = 1;
export const maxPageSize = 1000;

/** Folders, files and their earlier versions of an account that has no limit of its own, with those in Trash: `too-many-entries`. */
export const maxEntries = 2_000_000;
/** Operations of one write batch: `invalid-input`. */
export const maxBatchOperations = 500;
/** Folders, files and versions that are looked at for the old versions in a folder: more are not counted. */
export const maxOldVersionsLooked = 10_000;
/** Folders and files that the copies and moves of one write batch may reach together: `too-much-at-once`. */
export const maxBatchEntries = 1000;
/** How long a call can be undone: `operation-not-found`. */
export const maxUndoAgeSeconds = 3600;
/** Folders and files that one copy may contain: `too-much-at-once`. */
export const maxCopiedEntries = 200_000;
/** Folders and files that a new archive may name: `invalid-input`. */
export const maxArchiveIds = 5000;
/** Folders and files that one archive may contain: `too-much-at-once`. */
export const maxArchiveEntries = 1_000_000;
/** Selections of one person that can be downloaded as archives: with one more, the oldest one ends. */
export const maxArchives = 100;
/** How long one can be downloaded: `archive-not-found`. */
export const archiveSeconds = 24 * 60 * 60;
/** Archives of the whole account of one person: with one more, the oldest one ends. */
export const maxAccountArchives = 2;
/** How long one can be downloaded: `archive-not-found`. */
export const accountArchiveSeconds = 7 * 24 * 60 * 60;
/** How long an account that was closed waits until it is deleted. */
export const closingSeconds = 14 * 24 * 60 * 60;
/** Folders and files of a zip that is unpacked: `zip-too-large`. */
export const maxUnpackedEntries = 200_000;
/** Zips that are unpacked together, as parts of one archive: `invalid-input`. */
export const maxZipParts = 50;
/** The directory of a zip that is unpacked, in bytes: `zip-too-large`. */
export const maxZipDirectoryBytes = 32 * 1024 ** 2;
/** What a zip may become, unpacked: so many times its own bytes, and so many bytes in any case: `zip-unsafe`. */
export const maxUnpackedRatio = 100;
export const unpackedFreeBytes = 1024 ** 3;
/** Of what was left out of a zip, so many are listed; all are counted. */
export const maxLeftOutListed = 100;
/** How long the server tells how an unpacking ended, and of how many of one account: `unpacking-not-found`. */
export const unpackingSeconds = 7 * 24 * 60 * 60;
export const maxUnpackings = 100;
/** Archives of one person that are unpacked or wait for it: `too-many-unpackings`. */
export const maxWaitingUnpackings = 20;
/** Archives that one server unpacks at the same time, each of another person; others wait. */
export const maxUnpackingsAtOnce = 2;
/** An answer that lists entries with their paths, in bytes: a page ends earlier, a batch fails with `too-much-at-once`. */
export const maxAnswerBytes = 4 * 1024 ** 2;

/** Unfinished uploads of one person: `too-many-uploads`. */
export const maxOpenUploads = 1000;
/** Finished uploads of one person whose outcome is told: beyond them the oldest ones are forgotten, within minutes. */
export const maxFinishedUploads = 100_000;
/** The metadata of a finished upload as JSON, in bytes: longer ones are not told any more. */
export const maxFinishedMetadataBytes = 1024;
/** App passwords of one person, expired ones included until they are removed: `too-many-app-passwords`. */
export const maxAppPasswords = 100;
/** Download tokens of one person, expired ones included until they are removed: `too-many-tokens`. */
export const maxDownloadTokens = 10_000;
/**
 * Downloads and thumbnails that are open at the same time: all together, those of one person, and those with download tokens from
 * one address: `too-many-downloads`, after a wait. A person always has a few, whatever others do; those with the tokens of an account are
 * as many as those of its owner.
 */
export const maxOpenDownloads = 1024;
export const maxOpenAccountDownloads = 256;
export const maxOpenLinkDownloads = 32;
/**
 * Calls of the JSON endpoints that are worked on, or whose answers were not read yet: all together, and those of one person:
 * `too-many-requests`, after a wait. A person always has a few, whatever others do.
 */
export const maxOpenCalls = 512;
export const maxOpenAccountCalls = 32;
/** Connections of one server, unless its operator sets another number; one more is closed at once. */
export const maxConnections = 4096;
/** Requests of one connection that have come and are not answered (RFC 9112, section 9.3.2); with one more it is closed at once. */
export const maxPipelined = 8;
/** Open live streams of one person: `too-many-streams`. */
export const maxOpenStreams = 20;

/** How long after a password was typed what needs it does not ask again (OWASP ASVS 7.5.1): `confirmation-needed`. */
export const confirmedSeconds = 15 * 60;

/** From the button to the answer of the log-in provider: `log-in-expired`. */
export const openidSeconds = 10 * 60;
/** Log-ins of the provider that open one account: `too-many-identities`. */
export const maxIdentities = 10;
/** How long the log-in provider has for each answer: `provider-unavailable`. */
export const providerSeconds = 5;
/** One of its answers, in bytes: `provider-unavailable`. */
export const maxProviderBytes = 256 * 1024;
/** How far the clock of the log-in provider may be from this one: `provider-refused`. */
export const providerClockSeconds = 60;
/** Invitations that are open at the same time: `too-many-invitations`. */
export const maxInvitations = 1000;
/** How long an invitation lets somebody in: `invitation-ended`. */
export const invitationSeconds = 7 * 24 * 60 * 60;
/** How long the link lets somebody in that a server prints while nobody runs it. */
export const setupSeconds = 24 * 60 * 60;

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;
/**
 * Wrong passwords and codes for one account from one network (IPv4 /24, IPv6 /48) by browsers that are not known: the more of them,
 * the longer the wait (NIST SP 800-63B, section 5.2.2): `too-many-requests`.
 */
export const maxGuessesByNetwork = {
  burst: { max: 10, windowMs: 10 * minute },
  hour: { max: 20, windowMs: hour },
  day: { max: 40, windowMs: day },
};
/** Wrong passwords and codes for one account by all browsers that are not known together: `too-many-requests`. */
export const maxGuessesByStrangers = { max: 100, windowMs: day };
/** Wrong passwords and codes for one account by one browser that has logged in to it before: `too-many-requests`. */
export const maxGuessesByDevice = {
  burst: { max: 10, windowMs: 10 * minute },
  day: { max: 100, windowMs: day },
};
/** Log-ins of one browser that has logged in to an account before, right or wrong: `too-many-requests`. */
export const maxLogInsByDevice = { max: 60, windowMs: hour };
/** How long the second step of a log-in may take, or what a browser asks of a passkey: `second-step-over`, `passkey-refused`. */
export const challengeSeconds = 10 * 60;
/** How long a browser that a person trusts is not asked for the second step. */
export const trustedDays = 30;
/** Passkeys of one person: `too-many-passkeys`. */
export const maxPasskeys = 20;
/** Backup codes of one person. */
export const backupCodeCount = 10;
/** Sessions of one person: with one more, the one that was seen longest ago ends. */
export const maxSessions = 100;
/** When a session was seen last is written at most this often. */
export const lastSeenSeconds = 5 * 60;
/** Account events of one kind that are listed apart in 24 hours: those beyond are counted in the last of them. */
export const maxEventsOfKind = 20;
/** Reset mails to one account. A request beyond it is answered as ever and sends nothing; the links sent before still work. */
export const maxResetMails = { max: 5, windowMs: hour };
/** Lists of backup codes that one account has made: `too-many-requests`. */
export const maxBackupCodeLists = { max: 20, windowMs: hour };
/** New addresses that one account asks for, and mails to one address about becoming that of an account: `too-many-requests`. */
export const maxAddressChanges = { max: 5, windowMs: day };
/** How long the link to a new address works, and how long the one that takes the change back: `address-link-ended`. */
export const addressLinkSeconds = 24 * 60 * 60;
export const takeBackSeconds = 7 * 24 * 60 * 60;
/** The text of a search, in characters: `invalid-input`. */
export const maxSearchCharacters = 200;
/** Words of that text: `invalid-input`. */
export const maxSearchTerms = 8;
/** Hits of one page of a search: `invalid-input`. */
export const maxSearchHits = 200;
/** Names that one call of a search looks at; a next page looks at more. */
export const maxSearchedRows = 4000;
/** Changes of an account that are indexed together: until there are so many, a search looks at each of them. */
export const maxUnindexedChanges = 256;
/** Entries that one call of a view looks at; a next page looks at more. */
export const maxViewedRows = 5000;
/** Words that the misspelled ones of a search are compared with, all together; what is like others is not found. */
export const maxSearchedWords = 300_000;
/** Passwords that wait to be hashed: `too-busy`. */
export const maxWaitingHashes = 32;
/** Calls from one address (IPv6: one /64) to `/api/auth` by path: `too-many-requests`. */
export const maxCallsByAddress = {
  '/sign-in/email': { max: 20, windowMs: minute },
  '/sign-up/email': { max: 10, windowMs: minute },
  '/request-password-reset': { max: 5, windowMs: minute },
  '/reset-password': { max: 10, windowMs: minute },
  others: { max: 120, windowMs: minute },
};
/** How many times the calls of one address an IPv4 /24, an IPv6 /56 and an IPv6 /48 may make: `too-many-requests`. */
export const callsFactor24 = 10;
export const callsFactor56 = 4;
export const callsFactor48 = 10;

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
