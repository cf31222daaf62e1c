/** A file that tells a canary when a browser runs it or loads what it names. */
export type HostileFile = {
  name: string;
  /** The media type to be stored, valid or not. */
  type: string;
  /** The bytes; `hit` is the address that they request when they come to life. */
  body(hit: string): string | Buffer;
  metadata?: {
    contentDisposition?: string;
    contentEncoding?: string;
    contentLanguage?: string;
    cacheControl?: string;
    customMetadata?: Record<string, string>;
  };
};

export type Body = HostileFile['body'];

/** A statement that runs in documents and in workers, and is well-formed in XML too. */
export const script = (hit: string): string =>
  `(()=>{const u='${hit}/'+encodeURIComponent(self.origin);try{new Image().src=u}catch{fetch(u)}})()`;

/** A page that runs a script and loads a picture. */
export const page = (hit: string): string =>
  `<!doctype html><html><title>ran</title><body><script>${script(hit)}</script><img src="${hit}/img"></body></html>`;

/** One file for each body, named by its number. */
export function filesOf(label: string, extension: string, type: string, bodies: readonly Body[]): HostileFile[] {
  return bodies.map((body, at) => ({ name: `${label}-${at + 1}.${extension}`, type, body }));
}
