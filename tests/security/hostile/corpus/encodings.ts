import { type Body, type HostileFile, page, script } from './hostile-file.ts';

const bytes = (...values: number[]) => Buffer.from(values);
const joined = (head: Buffer, text: string, encoding: BufferEncoding = 'latin1') =>
  Buffer.concat([head, Buffer.from(text, encoding)]);

/** The same page in encodings that hide it from whoever reads ASCII. */
const encodings: Record<string, Body> = {
  'utf8-bom': (hit) => joined(bytes(0xef, 0xbb, 0xbf), page(hit)),
  'utf16le-bom': (hit) => joined(bytes(0xff, 0xfe), page(hit), 'utf16le'),
  'utf16be-bom': (hit) => joined(bytes(0xff, 0xfe), page(hit), 'utf16le').swap16(),
  utf16le: (hit) => Buffer.from(page(hit), 'utf16le'),
  'utf32le-bom': (hit) => Buffer.concat([bytes(0xff, 0xfe, 0, 0), wide(page(hit))]),
  utf7: (hit) => `<meta charset="utf-7">+ADw-script+AD4-${script(hit)}+ADw-/script+AD4-`,
  'utf7-bom': (hit) => `+/v8-+ADw-script+AD4-${script(hit)}+ADw-/script+AD4-`,
  'iso-2022-jp': (hit) =>
    `<meta charset="iso-2022-jp"><img alt="\x1b$B"><p title="\x1b(B"><script>${script(hit)}</script>">`,
  'iso-2022-jp-roman': (hit) => `<meta charset="iso-2022-jp">\x1b(J<script>${script(hit)}</script>\x1b(B`,
  'iso-2022-kr': (hit) => `\x1b$)C<meta charset="iso-2022-kr">\x0e\x0f<script>${script(hit)}</script>`,
  'hz-gb-2312': (hit) => `<meta charset="hz-gb-2312">~{~}<script>${script(hit)}</script>`,
  'shift-jis': (hit) =>
    joined(Buffer.alloc(0), `<meta charset="shift_jis"><img alt="\x81"><script>${script(hit)}</script>`),
  gb18030: (hit) =>
    joined(Buffer.alloc(0), `<meta charset="gb18030"><p title="\x81"><script>${script(hit)}</script>">`),
  'x-user-defined': (hit) => `<meta charset="x-user-defined"><script>${script(hit)}</script>`,
};

const types = ['text/html', 'text/plain', 'application/octet-stream'];

export const encoded: HostileFile[] = Object.entries(encodings).flatMap(([label, body]) =>
  types.map((type, at) => ({ name: `${label}-${at}${at === 0 ? '.html' : at === 1 ? '.txt' : ''}`, type, body })),
);

function wide(text: string): Buffer {
  const buffer = Buffer.alloc(4 * text.length);
  for (let at = 0; at < text.length; at++) buffer.writeUInt32LE(text.charCodeAt(at), 4 * at);
  return buffer;
}
