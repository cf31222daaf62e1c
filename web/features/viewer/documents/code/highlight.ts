import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { type Mark, markOf } from './code-marks.ts';
import type { Language } from './language-names.ts';

const grammars = {
  bash,
  cpp,
  csharp,
  css,
  go,
  ini,
  java,
  javascript,
  json,
  php,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
} satisfies Record<Language, unknown>;
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);

/** What highlight.js finds: pieces of text, and scopes around them. */
type Scope = { scope?: string; children: (Scope | string)[] };

/** The marks of a program: runs of three numbers, where each begins and ends in the text and which mark it is. */
export function highlight(code: string, language: Language): Uint32Array<ArrayBuffer> {
  const { _emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
  const { rootNode } = _emitter as unknown as { rootNode: Scope };
  const marks: number[] = [];
  let at = 0;
  collect(rootNode, undefined);
  return Uint32Array.from(marks);

  function collect({ scope, children }: Scope, around: Mark | undefined): void {
    const mark = markOf(scope) ?? around;
    for (const child of children) {
      if (typeof child !== 'string') {
        collect(child, mark);
        continue;
      }
      if (mark !== undefined) add(at, at + child.length, mark);
      at += child.length;
    }
  }

  function add(start: number, end: number, mark: Mark): void {
    if (marks.at(-2) === start && marks.at(-1) === mark) marks[marks.length - 2] = end;
    else marks.push(start, end, mark);
  }
}
