/** A setting that is not valid; the message is one sentence that says what to change. */
export class ConfigError extends Error {}
