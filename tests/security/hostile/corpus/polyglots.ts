import { type HostileFile, page, script } from './hostile-file.ts';

/** Beginnings that are a picture, an archive or a document, and the beginning of a script as well. */
const heads: Record<string, { head: string; type: string }> = {
  gif: { head: 'GIF89a/*\0\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0*/=1;', type: 'image/gif' },
  bmp: { head: 'BM/*\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x01\0\x01\0\x01\0\x18\0*/=1;', type: 'image/bmp' },
  jpeg: { head: '\xff\xd8\xff\xe0/*JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xfe\0\x20*/=1;', type: 'image/jpeg' },
  png: { head: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0', type: 'image/png' },
  webp: { head: 'RIFF/*\0\0WEBPVP8 */=1;', type: 'image/webp' },
  zip: { head: 'PK\x03\x04/*\0\0\0\0*/=1;', type: 'application/zip' },
  pdf: { head: '%PDF-1.4\n%\xe2\xe3\n', type: 'application/pdf' },
  mp3: { head: 'ID3=1/*\x03\0\0\0\0\0\0*/;', type: 'audio/mpeg' },
  ico: { head: '\0\0\x01\0\x01\0', type: 'image/x-icon' },
};

const tails: Record<string, { body(hit: string): string; type: string }> = {
  page: { body: page, type: 'text/html' },
  script: { body: script, type: 'text/javascript' },
};

/** Each stored once as what it begins with, and once as what it ends with. */
export const polyglots: HostileFile[] = Object.entries(heads).flatMap(([kind, { head, type }]) =>
  Object.entries(tails).flatMap(([end, tail]) =>
    [type, tail.type].map((stored, at) => ({
      name: `${kind}-${end}-${at}.${kind}`,
      type: stored,
      body: (hit: string) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(`\n${tail.body(hit)}`)]),
    })),
  ),
);
