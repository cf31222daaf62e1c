import { type HostileFile, page } from './hostile-file.ts';

/** Types that some browser renders, runs, applies or guesses anew, and what is wrong with how types are written. */
const types = [
  ...[
    'TEXT/HTML',
    'text/Html',
    ' text/html',
    'text/html ',
    'text/html;',
    'text/html;charset=utf-7',
    'text/html; charset=',
  ],
  ...[
    'text/html;charset="utf-16',
    'text/html;charset=utf-8;charset=utf-7',
    'text/html,text/plain',
    'text/plain,text/html',
  ],
  ...['text/plain;text/html', 'text/plain;charset=utf-7', 'text/plain; charset=iso-2022-jp', 'text/html/plain', 'text'],
  ...['text/', '/html', '*/*', 'text/*', 'html', 'unknown/unknown', 'application/unknown', 'content/unknown', 'x'],
  ...[
    'image/png;text/html',
    'image/png, text/html',
    'image/svg+xml;charset=utf-7',
    'text/html\u00a0',
    'text\u2215html',
  ],
  ...['application/xhtml+xml', 'application/xml', 'text/xml', 'application/vnd.any+xml', 'image/svg+xml', 'text/xsl'],
  ...['application/xslt+xml', 'application/mathml+xml', 'application/rss+xml', 'application/atom+xml', 'text/rdf'],
  ...['application/vnd.mozilla.xul+xml', 'text/xul', 'application/x-xbl', 'text/x-component', 'text/vnd.wap.wml'],
  ...['multipart/x-mixed-replace', 'multipart/x-mixed-replace;boundary=x', 'multipart/related', 'message/rfc822'],
  ...[
    'text/cache-manifest',
    'application/manifest+json',
    'text/event-stream',
    'text/vtt',
    'text/calendar',
    'text/vcard',
  ],
  ...[
    'text/javascript',
    'application/javascript',
    'application/ecmascript',
    'text/jscript',
    'text/livescript',
    'text/css',
  ],
  ...['application/wasm', 'application/json', 'application/hta', 'application/x-shockwave-flash', 'application/pdf'],
  ...[
    'application/internet-shortcut',
    'application/x-desktop',
    'application/x-chrome-extension',
    'application/x-xpinstall',
  ],
  ...['application/http-index-format', 'application/signed-exchange;v=b3', 'application/webbundle', 'image/x-icon'],
  ...['application/speculationrules+json', 'application/dash+xml', 'application/vnd.apple.mpegurl', 'font/woff2'],
  ...[
    'application/java-archive',
    'application/x-java-applet',
    'application/x-ms-application',
    'application/x-silverlight-app',
  ],
];

/** A page under each of them. */
export const typed: HostileFile[] = types.map((type, at) => ({ name: `typed-${at + 1}`, type, body: page }));
