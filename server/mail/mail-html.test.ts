import { expect, test } from 'vitest';
import { htmlOf } from './mail-html.ts';

const origin = 'https://keepsake.example.org';
const bodyOf = (text: string) => /<h1>[^]*<\/main>/.exec(htmlOf({ subject: 'A <b> & "c"', text }, origin))?.[0];

test('lines become paragraphs, and addresses of this server links; nothing that somebody wrote becomes markup', () => {
  const text = [`It is <img src=x> & 'so'`, 'second line', '', `${origin}/reset?a=1&b=2`].join('\n');
  expect(bodyOf(text)).toBe(
    [
      '<h1>A &lt;b&gt; &amp; &quot;c&quot;</h1>',
      '<p>It is &lt;img src=x&gt; &amp; &#39;so&#39;<br>',
      'second line</p>',
      `<p><a href="${origin}/reset?a=1&amp;b=2">${origin}/reset?a=1&amp;b=2</a></p>`,
      '</main>',
    ].join('\n'),
  );
});

test.each([`${origin}.evil.example/`, 'https://evil.example/', 'javascript:alert(1)', `see ${origin}/reset`])(
  'no link: %s',
  (line) => {
    expect(htmlOf({ subject: '', text: line }, origin)).not.toContain('<a ');
  },
);
