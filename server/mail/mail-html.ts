/** The colours of the paper and the ink of the app, in light and in dark. */
const style = `
:root { color-scheme: light dark }
body { margin: 0; padding: 24px 16px; background: #f2f1ed; color: #1d1c19; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34em; margin: 0 auto }
h1 { font: 400 22px/1.3 Georgia, serif; margin: 0 0 16px }
p { margin: 0 0 16px; overflow-wrap: anywhere }
a { color: #18593f }
@media (prefers-color-scheme: dark) {
body { background: #191815; color: #ebe8e1 }
a { color: #8fd3b4 }
}
`;

/**
 * A mail of lines as HTML: its subject above, a paragraph for what stands between empty lines, and a link for a line that is an
 * address of this server. Everything else is text, whatever it contains. Loads nothing.
 */
export function htmlOf({ subject, text }: { subject: string; text: string }, origin: string): string {
  const paragraphs = text.split(/\n{2,}/).map((lines) => lines.split('\n').map(lineOf).join('<br>\n'));
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(subject)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body><main>',
    `<h1>${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${paragraph}</p>`),
    '</main></body>',
    '</html>',
    '',
  ].join('\n');

  function lineOf(line: string): string {
    const isLink = line.startsWith(`${origin}/`) && !/\s/.test(line);
    return isLink ? `<a href="${escaped(line)}">${escaped(line)}</a>` : escaped(line);
  }
}

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? '');
}
