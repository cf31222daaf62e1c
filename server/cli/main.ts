/** The commands of the operator: `keepsake doctor`, `backup` and so on. client/cli/keepsake.mjs starts it. */
import { parseArgs } from 'node:util';
import { exitCodes, helpText, parserOptions, unlessClosed, usageSentence } from '#contract/command-line.ts';
import { printableJson, printableLines } from '#contract/names/printable.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { createOutput } from '#server/maintenance/output.ts';
import { commands } from './commands.ts';
import { errorMessage } from './error-message.ts';
import type { Command } from './shared/define-command.ts';

process.umask(0o077);
endWithServer();
for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessClosed);
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const isJson = args.includes('--json');
  try {
    const [first, topic] = args.filter((arg) => !arg.startsWith('-'));
    const name = first === 'help' ? topic : first;
    const command = commands.find((one) => one.name === name);
    const { values, positionals } = parse(args, command?.options ?? {});
    const isHelp = values['help'] || first === 'help';
    if (command === undefined && !(isHelp && name === undefined))
      throw new OperatorError(`Unknown command "${name ?? ''}".`, exitCodes.usage);
    if (isHelp || command === undefined) {
      process.stdout.write(help(command));
      return exitCodes.ok;
    }
    return await command.run({ args: positionals.slice(1), values, output: createOutput(isJson), now: Date.now });
  } catch (error) {
    const exitCode = error instanceof OperatorError ? error.exitCode : exitCodes.failed;
    const message = errorMessage(error);
    process.stderr.write(`${isJson ? printableJson({ error: message, exitCode }) : printableLines(message)}\n`);
    return exitCode;
  }
}

function parse(args: string[], options: Parameters<typeof parserOptions>[0]) {
  try {
    return parseArgs({ args, options: parserOptions(options), allowPositionals: true });
  } catch (error) {
    throw new OperatorError(usageSentence(error), exitCodes.usage);
  }
}

/** A server that runs a command by itself does not leave it behind, however it ends. */
function endWithServer(): void {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.exit(exitCodes.failed));
  process.channel.unref();
}

/** Of all commands, or of one. */
function help(one: Command | undefined): string {
  return helpText(
    'For the operator, with the settings of the server (KEEPSAKE_DATA, DATABASE_URL, STORAGE_URL) and on its machine; where the files are in S3, on any machine that reaches S3 and the database.',
    one === undefined ? commands : [one],
    { codes: '0 done, 1 failed, 2 wrong usage, 7 done, but something is damaged, missing or wrong, 8 in use' },
  );
}
