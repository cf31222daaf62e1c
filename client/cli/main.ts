import { parseArgs } from 'node:util';
import {
  type CommandSyntax,
  exitCodes,
  parserOptions,
  unlessClosed,
  usageSentence,
  wrongArguments,
} from '#contract/command-line.ts';
import { printableJson, printableLines } from '#contract/names/printable.ts';
import { maxOperationRetryMs } from '#contract/retries.ts';
import { logIn } from './commands/log-in.ts';
import { logOut } from './commands/log-out.ts';
import { commands, commonOptions, help, login, logout, type OptionValues } from './commands.ts';
import { readConfig } from './shared/config-file.ts';
import { connect } from './shared/connection.ts';
import { exitCodeOf, messageOf, UsageError } from './shared/errors.ts';
import { createOutput, type Output } from './shared/output.ts';

const usualWaitSeconds = String(maxOperationRetryMs / 1000);

for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessClosed);
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const isJson = args.includes('--json');
  try {
    const [first, topic] = wordsIn(args);
    const name = first === 'help' ? topic : first;
    const syntax = [login, logout, ...commands].find((one) => one.name === name);
    const { values, positionals } = parse(args, syntax?.options ?? {});
    const isHelp = values['help'] !== undefined || first === 'help';
    if (name !== undefined && syntax === undefined) throw new UsageError(`Unknown command "${name}".`);
    if (isHelp || syntax === undefined) {
      process.stdout.write(help(syntax));
      return isHelp ? exitCodes.ok : exitCodes.usage;
    }
    const [, ...paths] = positionals;
    refuseEmpty(paths, values);
    const output = createOutput(isJson);
    if (syntax === login) return await logIn(paths, values, output);
    const wrong = wrongArguments(syntax, paths);
    if (wrong !== undefined) throw new UsageError(wrong);
    const command = commands.find((one) => one === syntax);
    if (command === undefined) return await logOut(output);
    const waitMs = readWait(values['wait'] ?? usualWaitSeconds);
    const onWait = () =>
      output.warn(`The server does not answer: it is asked again for up to ${waitMs / 1000} seconds (--wait).`);
    const connection = connect(await readConfig(), waitMs, onWait);
    if (command.resumes) process.once('SIGINT', () => interrupt(output));
    return await command.run(connection, paths, output, values);
  } catch (error) {
    const exitCode = exitCodeOf(error);
    const message = messageOf(error);
    process.stderr.write(`${isJson ? printableJson({ error: message, exitCode }) : printableLines(message)}\n`);
    if (exitCode === exitCodes.usage && !isJson) process.stderr.write('Run `keepsake --help` for usage.\n');
    return exitCode;
  }
}

/** Ends as if nobody had listened: a shell ends its loop after Ctrl-C only then. */
function interrupt(output: Output): void {
  output.warn('Interrupted. The same command goes on from here.');
  process.kill(process.pid, 'SIGINT');
}

/** The command, and what it is called with, before or after options. */
function wordsIn(args: string[]): string[] {
  const options = parserOptions({ ...login.options, ...commonOptions });
  return parseArgs({ args, options, allowPositionals: true, strict: false }).positionals;
}

function parse(args: string[], options: CommandSyntax['options']) {
  try {
    const all = parserOptions({ ...options, ...commonOptions });
    const { values, positionals } = parseArgs({ args, options: all, allowPositionals: true });
    return { values: values as OptionValues, positionals };
  } catch (error) {
    throw new UsageError(usageSentence(error));
  }
}

/** What a shell makes of a variable that is not set would be the folder one is in, Root, or an app password for everything. */
function refuseEmpty(paths: string[], values: OptionValues): void {
  if (paths.includes('')) throw new UsageError('A path is empty. Root is /, and the folder that you are in is a dot.');
  for (const [name, value] of Object.entries(values)) if (value === '') throw new UsageError(`--${name} is empty.`);
}

function readWait(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0)) throw new UsageError('--wait takes a number of seconds.');
  return seconds * 1000;
}
