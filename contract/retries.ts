/** After which answers a client sends a request again, and until when (specification, section 9). */

/** One operation, from its first failure. */
export const maxOperationRetryMs = 120_000;
/** An upload, from its first failure since the last progress. */
export const maxUploadRetryMs = 600_000;
/** The delay between retries doubles up to this cap; jitter is added. */
export const maxRetryDelayMs = 64_000;
/** Beside 5xx and lost connections. */
export const retriedStatuses: readonly number[] = [408, 429];
