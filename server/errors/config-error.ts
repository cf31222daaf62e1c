/** Settings that are not valid; the message has a line for each, a sentence that says what to change. */
export class ConfigError extends Error {}
