/** The languages that get colours, by the extensions and names of their files. */
export const languages = {
  bash: { label: 'Shell script', names: ['sh', 'bash', 'zsh', 'ksh', '.bashrc', '.profile', '.zshrc'] },
  cpp: { label: 'C or C++', names: ['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'ino'] },
  csharp: { label: 'C#', names: ['cs'] },
  css: { label: 'CSS', names: ['css', 'scss', 'less'] },
  go: { label: 'Go', names: ['go'] },
  ini: { label: 'Settings', names: ['ini', 'toml', 'conf', 'cfg', 'properties', 'env', '.gitconfig', '.editorconfig'] },
  java: { label: 'Java', names: ['java', 'kt'] },
  javascript: { label: 'JavaScript', names: ['js', 'mjs', 'cjs', 'jsx'] },
  json: { label: 'JSON', names: ['json', 'geojson', 'webmanifest', 'map', 'ipynb', 'jsonl', 'json5'] },
  php: { label: 'PHP', names: ['php'] },
  python: { label: 'Python', names: ['py', 'pyw', 'pyi'] },
  rust: { label: 'Rust', names: ['rs'] },
  sql: { label: 'SQL', names: ['sql'] },
  typescript: { label: 'TypeScript', names: ['ts', 'tsx', 'cts'] },
  xml: { label: 'HTML or XML', names: ['html', 'htm', 'xhtml', 'xml', 'xsl', 'xsd', 'svg', 'rss', 'opf', 'plist'] },
  yaml: { label: 'YAML', names: ['yaml', 'yml'] },
} satisfies Record<string, { label: string; names: string[] }>;

export type Language = keyof typeof languages;

const byName = new Map(
  Object.entries(languages).flatMap(([language, { names }]) => names.map((name) => [name, language as Language])),
);

/** The parts of content types after `application/`, `x-` and before a `+`, where extensions differ from them. */
const byType: [RegExp, Language][] = [
  [/[/+]json$/, 'json'],
  [/[/+]xml$|\/html$/, 'xml'],
  [/\/(x-)?(javascript|ecmascript)$/, 'javascript'],
  [/\/css$/, 'css'],
  [/\/(x-)?yaml$/, 'yaml'],
  [/\/(x-)?toml$/, 'ini'],
  [/\/(x-)?sql$/, 'sql'],
  [/\/(x-)?python$/, 'python'],
  [/\/x-(sh|shellscript)$/, 'bash'],
];

/** The language that a file is written in, by its name, or else by its content type; undefined if none is known. */
export function languageOf(contentType: string, name: string): Language | undefined {
  const lower = name.toLowerCase();
  const ending = /[^.]\.([^.]+)$/.exec(lower)?.[1] ?? (lower.startsWith('.') ? lower : '');
  return byName.get(ending) ?? byType.find(([type]) => type.test(contentType))?.[1];
}
