import { gzipSync } from 'node:zlib';
import { type HostileFile, page, script } from './hostile-file.ts';

/** Names that would be more than a name in a header, a url or a page. */
const names = [
  'quote".html',
  'quotes";filename="x.html',
  "apostrophe'.html",
  'semicolon;filename=x.html',
  'backslash\\".html',
  "star*=utf-8''x.html",
  'line\r\nContent-Type: html\r\n\r\n.txt',
  'line\nX-Ran: yes.txt',
  'return\rend.txt',
  'tab\t.html',
  'controls\x01\x1b\x7f.txt',
  'override\u202elmth.txt',
  'isolate\u2066lmth\u2069.html',
  'joiner\u200d\ufeff.html',
  'separator\u2028.html',
  '<img src=x onerror=alert(1)>.html',
  '<script>alert(1)<\\script>.txt',
  'javascript:alert(1)',
  'data:text,html.html',
  '%2e%2e%2fpage.html',
  'percent%00.html',
  'percent%0d%0aX-Ran: yes.html',
  '...html',
  'page.html ',
  'page.html.',
  'page.html\u2024',
  'ＰＡＧＥ．ＨＴＭＬ',
  'page.html?x=.png',
  'page.html#.png',
  'page.html;.png',
  'CON.html',
  `${'n'.repeat(250)}.html`,
];

const named: HostileFile[] = names.map((name) => ({ name, type: 'text/html', body: page }));

const metadata: NonNullable<HostileFile['metadata']>[] = [
  { contentDisposition: 'inline' },
  { contentDisposition: 'inline; filename="x.html"' },
  { contentEncoding: 'gzip' },
  { contentEncoding: 'br, identity' },
  { contentLanguage: 'en' },
  { cacheControl: 'public, max-age=31536000, immutable' },
];

const described: HostileFile[] = metadata.map((given, at) => ({
  name: `described-${at + 1}.html`,
  type: 'text/html',
  body: (hit) => (given.contentEncoding === 'gzip' ? gzipSync(page(hit)) : page(hit)),
  metadata: { ...given, customMetadata: { '</script><script>alert(1)</script>': `*/;${script('x')}` } },
}));

export const namesAndMetadata = [...named, ...described];
