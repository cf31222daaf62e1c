/** Browsers and registers take a program in TypeScript for a film: so end the names of transport streams, too. */
const filmType = 'video/mp2t';
const programName = /\.m?ts$/i;
const programType = 'text/plain';
/** Of the beginning: a transport stream has packets of 188 or 192 bytes, each with control characters in its head. */
export const typedBytes = 1024;
const controls = /[^\P{Cc}\t\n\f\r]/u;

type Named = { name: string; content_type: string };

/** Whether only its bytes tell whether a file is a film or a program. */
export function isTypedByBytes({ name, content_type }: Named): boolean {
  return content_type === filmType && programName.test(name);
}

/** The type of such a file that begins with those bytes; any other one keeps its own. */
export function typeByBytes(named: Named, head: Buffer): string {
  return isTypedByBytes(named) && isText(head.subarray(0, typedBytes)) ? programType : named.content_type;
}

/** The type of such a file whose bytes are known by the types that they were stored as. */
export function typeByOthers(named: Named, others: readonly string[]): string {
  return isTypedByBytes(named) && others.includes(programType) ? programType : named.content_type;
}

/** In UTF-8, the last character of which may be cut. */
function isText(bytes: Buffer): boolean {
  try {
    return !controls.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false;
  }
}
