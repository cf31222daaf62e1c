import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** Encodes a position in a listing as opaque text: the base64url of its JSON. */
export function encodeCursor(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Decodes a cursor; `read` returns undefined for a position that is not valid. Throws invalid-input with the issue. */
export function decodeCursor<Position>(
  text: string,
  read: (position: unknown[]) => Position | undefined,
  issue: { path: string; message: string },
): Position {
  const parts = parse(text);
  const position = Array.isArray(parts) ? read(parts) : undefined;
  if (position === undefined) throw new KeepsakeError('invalid-input', { data: { issues: [issue] } });
  return position;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
