import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkdownPage } from './markdown-page.tsx';
import { readMarkdown } from './read-markdown.ts';

/** The page of a Markdown, as HTML, without the sheet around it. */
function page(text: string): string {
  const html = renderToStaticMarkup(createElement(MarkdownPage, { pieces: readMarkdown(text) }));
  return html.replace(/^<article class="sheetpage markdown">|<\/article>$/g, '');
}

test.each([
  ['# One\n\n## Two\n\n####### no', '<h2>One</h2><h3>Two</h3><p>####### no</p>'],
  ['*a* **b** ~~c~~ `d`  \ne', '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code><br/>e</p>'],
  ['- a\n- [x] b\n', '<ul><li>a</li><li>☑ b</li></ul>'],
  ['3. a\n4. b\n', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['> a\n\n---', '<blockquote><p>a</p></blockquote><hr/>'],
  ['```\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
  ['AT&amp;T &copy; &#8230; &#x2026; &nothing; a\\*b', '<p>AT&amp;T © … … &amp;nothing; a*b</p>'],
  ['<!-- unseen -->\n\na<br>b', '<p>a<br/>b</p>'],
])('%j', (text, html) => {
  expect(page(text)).toBe(html);
});

test('a table is one', () => {
  expect(page('| a | b |\n| - | - |\n| 1 | *2* |')).toContain(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><em>2</em></td></tr></tbody></table>',
  );
});

test.each([
  ['[a](https://example.org/x?y=1&amp;z=2)', 'https://example.org/x?y=1&amp;z=2'],
  ['<https://example.org/>', 'https://example.org/'],
  ['www.example.org', 'http://www.example.org/'],
  ['[a](mailto:bo@example.org)', 'mailto:bo@example.org'],
  ['[a][b]\n\n[b]: http://example.org', 'http://example.org/'],
  ['![a lake](https://example.org/lake.jpg)', 'https://example.org/lake.jpg'],
])('%s leads away, without telling from where', (text, address) => {
  expect(page(text)).toContain(`<a href="${address}" target="_blank" rel="noopener noreferrer">`);
});

const attacks = [
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript&#58;alert(1))',
  '[a](&#x6A;avascript:alert(1))',
  '[a](java&#10;script:alert(1))',
  '[a](<java\tscript:alert(1)>)',
  '[a](\u0001javascript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:x)',
  '[a](file:///etc/passwd)',
  '[a](blob:https://example.org/x)',
  '[a](/api/auth/sign-out)',
  '[a](//tracker.example/x)',
  '[a](\\\\tracker.example\\x)',
  '[a][b]\n\n[b]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml,<svg/onload=alert(1)>)',
  '![a](pixel.png)',
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)" onclick="alert(1)">a</a>',
  '<style>@import "https://tracker.example"</style>',
  '<form action="https://tracker.example"><input></form>',
  '<details open ontoggle=alert(1)>',
  '`<script>alert(1)</script>`',
  '# <script>alert(1)</script>',
  '| <img src=x onerror=alert(1)> |\n| - |\n| <script>a</script> |',
  '- <script>alert(1)</script>\n',
  '<!-- --><script>alert(1)</script>',
];

test.each(attacks)('%j runs nothing, loads nothing and leads nowhere', (attack) => {
  const tags = page(attack).match(/<[a-z][^>]*>/g) ?? [];
  const harmless =
    /^<(p|h2|ul|ol|li|code|pre|br\/?|hr\/?|table|thead|tbody|tr|th|td|div class="markdown__wide"[^>]*)>$/;
  expect(tags.filter((tag) => !harmless.test(tag))).toEqual([]);
});

test('a picture is its description, whatever that says', () => {
  expect(page('![x" onerror="alert(1)](https://example.org/a.png)')).toBe(
    '<p><a href="https://example.org/a.png" target="_blank" rel="noopener noreferrer">x&quot; onerror=&quot;alert(1)</a></p>',
  );
});

test('what is nested deep stands as it is written', () => {
  const nested = page(`${'> '.repeat(40)}deep`);
  expect(nested.match(/<blockquote>/g)?.length).toBeLessThan(30);
  expect(nested).toContain('&gt; deep');
});

test.each([
  ['nested without end', '>'.repeat(20_000)],
  ['of very many elements', '- a\n'.repeat(30_000)],
])('what is %s ends with an error', (_name, text) => {
  expect(() => readMarkdown(text)).toThrow(RangeError);
});
