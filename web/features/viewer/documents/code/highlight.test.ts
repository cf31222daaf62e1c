import { expect, test } from 'vitest';
import { codePieces } from './code-marks.ts';
import { highlight } from './highlight.ts';
import { type Language, languages } from './language-names.ts';

function marked(code: string, language: Language, start = 0, end = code.length): [string, string][] {
  const pieces = codePieces(code, highlight(code, language), start, end);
  expect(pieces.map(({ text }) => text).join('')).toBe(code.slice(start, end));
  return pieces.flatMap(({ text, className }) => (className === undefined ? [] : [[className, text]]));
}

test('words, texts, numbers and comments of a program are marked, and nothing of it is lost', () => {
  const code = '# which are missing\nfor name in missing("Summer <at> the lake", 42):\n    print(name)\n';
  expect(marked(code, 'python')).toEqual([
    ['code-comment', '# which are missing'],
    ['code-word', 'for'],
    ['code-word', 'in'],
    ['code-string', '"Summer <at> the lake"'],
    ['code-number', '42'],
  ]);
});

test('a part of a program has the marks of the whole', () => {
  const code = '/* one\ntwo\nthree */ const a = `x ${1 + b} y`;\n';
  const second = code.indexOf('two');
  expect(marked(code, 'typescript', second, second + 4)).toEqual([['code-comment', 'two\n']]);
  expect(marked(code, 'typescript', code.indexOf('const'))).toEqual([
    ['code-word', 'const'],
    ['code-string', '`x ${'],
    ['code-number', '1'],
    ['code-string', ' + b} y`'],
  ]);
});

test('a page of the web is a program in several languages', () => {
  const code = '<p class="a"><script>alert("1 &lt; 2")</script></p>';
  expect(marked(code, 'xml').map(([, text]) => text)).toEqual(['p', '"a"', 'script', '"1 &lt; 2"', 'script', 'p']);
});

test.each(Object.keys(languages) as Language[])('%s: every text comes back as it was', (language) => {
  const code = 'a "b\' <c> {d} 1.5 /* e */ // f\n# g\n-- h\n\\"\n';
  const runs = [...highlight(code, language)];
  expect(runs.length % 3).toBe(0);
  expect(runs.filter((_, at) => at % 3 < 2)).toEqual(runs.filter((_, at) => at % 3 < 2).toSorted((a, b) => a - b));
  marked(code, language);
  marked('', language);
});
