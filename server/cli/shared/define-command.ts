import { resolve } from 'node:path';
import { type CommandSyntax, exitCodes, type OptionSyntax } from '#contract/command-line.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import type { Output } from '#server/maintenance/output.ts';

type Options = Record<string, OptionSyntax>;

/** Text for an option that has a value, and whether it was given for all others. */
type ValuesOf<Known extends Options> = {
  [Name in keyof Known]?: (Known[Name] extends { value: string } ? string : boolean) | undefined;
};

type Call<Values> = { args: string[]; values: Values; output: Output; now: () => number };

/** A command of the operator. `run` returns the exit code, and throws OperatorError and ConfigError. */
export type Command = CommandSyntax & {
  run(call: Call<Record<string, string | boolean | undefined>>): Promise<number>;
};

/** A command whose `run` knows the types of its options. */
export function defineCommand<const Known extends Options>(
  command: Omit<CommandSyntax, 'options'> & { options: Known; run(call: Call<ValuesOf<Known>>): Promise<number> },
): Command {
  return command;
}

/** The only argument of a command: not the empty one of a variable that is not set, which would be the folder that the shell is in. Throws OperatorError. */
export function oneFolder(command: string, [folder, ...more]: string[]): string {
  if (folder === undefined || folder === '' || more.length > 0)
    throw new OperatorError(`${command} takes one folder.`, exitCodes.usage);
  return resolve(folder);
}
