/** Where a link of a document may lead. */
const protocols = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address that a link of a document leads to; undefined for those that are no address of the web or of a person:
 * scripts, data, files, and addresses that are relative, which would be places in this app.
 */
export function safeAddress(written: string): string | undefined {
  if (!URL.canParse(written)) return undefined;
  const { protocol, href } = new URL(written);
  return protocols.has(protocol) ? href : undefined;
}
