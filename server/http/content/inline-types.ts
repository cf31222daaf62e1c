import { pdfType, shownTypes } from '#contract/shown-types.ts';

const pdfMagic = '%PDF-';

const runsNothing =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** How bytes leave: the type, whether they are shown or offered as a download, and what they may do. */
export type Presentation = { contentType: string; disposition: 'inline' | 'attachment'; policy: string };

/**
 * Decides from the stored type and the first bytes. PDFs have a policy of their own that allows nothing but is not a
 * sandbox, since Chromium does not open its viewer in one.
 */
export function presentationOf(storedType: string, firstBytes: string): Presentation {
  const shown = shownTypes[storedType];
  if (shown !== undefined)
    return { contentType: shown, disposition: 'inline', policy: `${runsNothing}; ${sandboxOf(shown)}` };
  if (storedType === pdfType && firstBytes.startsWith(pdfMagic)) {
    return {
      contentType: pdfType,
      disposition: 'inline',
      policy:
        "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    };
  }
  return { contentType: storedType, disposition: 'attachment', policy: `${runsNothing}; sandbox` };
}

export const octets = 'application/octet-stream';

/** What a page would run or apply if it were given it (Fetch standard, destinations). */
const activeDestinations = new Set([
  'script',
  'style',
  'xslt',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
]);

/** Whether a page asks for bytes as a part of its own program: what people upload never is. */
export function wouldRun(headers: Headers): boolean {
  return activeDestinations.has(headers.get('sec-fetch-dest') ?? '');
}

/**
 * Whether the stored type of a download may be sent: to a program, and to a script that reads the bytes. To everything else
 * it is octets, so that no browser takes an uploaded script or style sheet for one of the app.
 */
export function maySeeType(headers: Headers): boolean {
  return headers.has('authorization') || headers.get('sec-fetch-dest') === 'empty';
}

/**
 * No scripts, forms, windows or navigation. A tab that plays audio or video requests the bytes again by itself, and has to
 * be of the server's origin for that, otherwise the browser sends no session cookie.
 */
function sandboxOf(contentType: string): string {
  return /^(audio|video)\//.test(contentType) ? 'sandbox allow-same-origin' : 'sandbox';
}
