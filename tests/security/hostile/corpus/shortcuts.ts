import { gzipSync } from 'node:zlib';
import { type Body, type HostileFile, page, script } from './hostile-file.ts';

const mixed = (hit: string) =>
  `--x\r\nContent-Type: text/html\r\n\r\n${page(hit)}\r\n--x\r\nContent-Type: text/html\r\n\r\n${page(hit)}\r\n--x--\r\n`;
const mail: Body = (hit) => `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n${mixed(hit)}`;

/** Files by their extension alone: what starts something, what a reader opens, and archives of pages. */
const byExtension: Record<string, Body> = {
  'link.url': (hit) => `[InternetShortcut]\r\nURL=${hit}/url\r\nIconFile=${hit}/icon\r\n`,
  'link.desktop': (hit) => `[Desktop Entry]\nType=Link\nURL=${hit}/url\nExec=sh -c "curl ${hit}"\n`,
  'link.lnk': () => Buffer.from('4c0000000114020000000000c000000000000046', 'hex'),
  'link.webloc': (hit) =>
    `<?xml version="1.0"?><plist version="1.0"><dict><key>URL</key><string>${hit}</string></dict></plist>`,
  'link.scf': (hit) => `[Shell]\r\nCommand=2\r\nIconFile=${hit}/icon\r\n`,
  'link.library-ms': (hit) => `<?xml version="1.0"?><libraryDescription><url>${hit}</url></libraryDescription>`,
  'link.jnlp': (hit) => `<?xml version="1.0"?><jnlp codebase="${hit}"><resources><jar href="x"/></resources></jnlp>`,
  'archive.mht': mail,
  'archive.mhtml': mail,
  'letter.eml': mail,
  'stream.mjpeg': mixed,
  'card.vcf': (hit) =>
    `BEGIN:VCARD\r\nVERSION:4.0\r\nPHOTO:${hit}/photo\r\nNOTE:<script>${script(hit)}</script>\r\nEND:VCARD\r\n`,
  'dates.ics': (hit) => `BEGIN:VCALENDAR\r\nATTACH:${hit}/attach\r\nEND:VCALENDAR\r\n`,
  'app.hta': page,
  'app.htc': (hit) => `<public:component><script>${script(hit)}</script></public:component>`,
  'page.htm': page,
  'page.xht': (hit) => `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script(hit)}</script></html>`,
  'page.shtml': page,
  'page.phtml': page,
  'page.html.gz': (hit) => gzipSync(page(hit)),
};

export const shortcuts: HostileFile[] = [
  ...Object.entries(byExtension).map(([name, body]) => ({ name, type: '', body })),
  { name: 'replaced.html', type: 'multipart/x-mixed-replace; boundary=x', body: mixed },
  { name: 'related.html', type: 'multipart/related; boundary=x', body: mixed },
  { name: 'message.html', type: 'message/rfc822', body: mail },
];
