/** What the commands of people (client/cli) and those of operators (server/cli) have in common. */

/** What a command ends with. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notLoggedIn: 3,
  notFound: 4,
  noRoom: 5,
  unreachable: 6,
  /** The command was done, and something is damaged, missing or wrong. */
  troubleFound: 7,
  inUse: 8,
} as const;

/** How a command is called, for the parser and for the help. */
export type CommandSyntax = {
  name: string;
  /** As the help shows them, such as `<folder>`; empty for none. */
  arguments: string;
  summary: string;
  options: Record<string, OptionSyntax>;
};

/** An option has a value where `value` says which, as the help shows it; otherwise it is on or off. */
export type OptionSyntax = { value?: string; summary: string };

const helpOptions: Record<string, OptionSyntax> = {
  json: { summary: 'results and errors as JSON' },
  help: { summary: 'this text' },
};

const summaryColumn = 38;
const lineLength = 120;

/** The options of a command for `parseArgs` of Node. */
export function parserOptions(options: CommandSyntax['options']) {
  const all = Object.entries({ ...options, ...helpOptions });
  return Object.fromEntries(
    all.map(([name, { value }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(name === 'help' && { short: 'h' }),
      },
    ]),
  );
}

/** What `parseArgs` refused, in a sentence: without its advice on files whose name begins with a dash. */
export function usageSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.split('. To specify')[0]?.replace(/\.$/, '')}.`;
}

/** How a command is called, when its arguments are fewer or more than its syntax has: `<needed>`, `[or not]`, and `…` for any number. */
export function wrongArguments(
  { name, arguments: syntax }: CommandSyntax,
  args: readonly string[],
): string | undefined {
  const words = syntax.match(/<[^>]+>…?|\[[^\]]+\]…?/g) ?? [];
  const needed = words.filter((word) => word.startsWith('<')).length;
  const most = syntax.includes('…') ? Number.POSITIVE_INFINITY : words.length;
  return args.length < needed || args.length > most ? `Usage: ${callOf(name, syntax)}` : undefined;
}

/** Throws the error of a stream that is written to, unless nobody reads it any more: `head` and others have enough of it. */
export function unlessClosed(error: Error & { code?: string }): void {
  if (error.code !== 'EPIPE') throw error;
}

/** The text of `--help`: of all commands, or of one. */
export function helpText(
  intro: string,
  commands: readonly CommandSyntax[],
  { codes, common = {} }: { codes: string; common?: CommandSyntax['options'] },
): string {
  return [
    ...wrapped(intro, 0),
    '',
    ...commands.flatMap(({ name, arguments: args, summary, options }) => [
      ...entry(`  ${callOf(name, args)}`, summary),
      ...optionLines(options, 6),
    ]),
    '',
    ...optionLines({ ...common, ...helpOptions }, 2),
    '',
    ...wrapped(`Exit codes: ${codes}.`, 0),
    '',
  ].join('\n');
}

function callOf(name: string, args: string): string {
  return `keepsake ${name} ${args}`.trimEnd();
}

function optionLines(options: CommandSyntax['options'], indent: number): string[] {
  return Object.entries(options).flatMap(([name, { value, summary }]) =>
    entry(`${' '.repeat(indent)}--${name} ${value ?? ''}`.trimEnd(), summary),
  );
}

/** What is called in the left column, what it does in the right one. */
function entry(call: string, summary: string): string[] {
  const lines = wrapped(summary, summaryColumn);
  if (call.length >= summaryColumn - 1) return [call, ...lines];
  const [first = '', ...others] = lines;
  return [call + first.slice(call.length), ...others];
}

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].map((one) => ' '.repeat(indent) + one);
}
