const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text has the form of an id of ours: a UUID in lower case (RFC 9562). */
export function isId(text: string): boolean {
  return uuid.test(text);
}
