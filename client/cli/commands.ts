import { type CommandSyntax, helpText } from '#contract/command-line.ts';
import { get } from './commands/get.ts';
import { getZip } from './commands/get-zip.ts';
import { ls } from './commands/ls.ts';
import { put } from './commands/put.ts';
import { rm } from './commands/rm.ts';
import { undo } from './commands/undo.ts';
import type { Connection } from './shared/connection.ts';
import type { Output } from './shared/output.ts';

/** A command on the files of a person. Returns the exit code. */
type Command = CommandSyntax & {
  /** Where what was interrupted goes on when the same command is run again. */
  resumes?: true;
  run(connection: Connection, paths: string[], output: Output, values: OptionValues): Promise<number>;
};

/** What a command was called with, by the names of its options. */
export type OptionValues = Record<string, string | undefined>;

export const login: CommandSyntax = {
  name: 'login',
  arguments: '<address>',
  summary: 'asks for email and password, and saves an app password',
  options: {
    email: {
      value: '<address>',
      summary: 'the password is then read from the terminal or the first line of input',
    },
    token: { value: '<app password>', summary: 'instead of email and password' },
    'read-only': { summary: 'the app password can change nothing' },
    folder: { value: '<path>', summary: 'the app password reaches this folder only, as if it were Root' },
    days: { value: '<number>', summary: 'how long the app password lasts (default: until it is revoked)' },
    'app-check-key': { value: '<key>', summary: 'if the server requires one' },
  },
};

export const logout: CommandSyntax = {
  name: 'logout',
  arguments: '',
  summary: 'revokes the app password that login made, and forgets it',
  options: {},
};

/** All others, as the help lists them. */
export const commands: Command[] = [
  { name: 'ls', arguments: '[path]', summary: 'lists a folder', options: {}, run: ls },
  {
    name: 'put',
    arguments: '<file or folder>… [to]',
    summary:
      'uploads to Root, or to a folder, which is created if needed; the last of several arguments is the destination. Files that are already there are not uploaded again',
    options: {
      to: { value: '<folder>', summary: 'the destination; all arguments are then uploaded' },
    },
    resumes: true,
    run: put,
  },
  {
    name: 'get',
    arguments: '<path> [to]',
    summary:
      'downloads a file or a folder, into [to] if that is a folder, otherwise as [to]; replaces local files of the same name that differ; resumes an interrupted download',
    options: { zip: { summary: 'the folder as one zip, with its name unless [to] is another' } },
    resumes: true,
    run: (connection, paths, output, { zip }) => (zip ? getZip : get)(connection, paths, output),
  },
  { name: 'rm', arguments: '<path>', summary: 'moves to Trash', options: {}, run: rm },
  {
    name: 'undo',
    arguments: '<operation id>…',
    summary:
      'undoes what was done within the last hour, by the ids that put, rm and undo print; those of more than 20 files put prints with --json only',
    options: {},
    run: undo,
  },
];

/** The options of all of them. */
export const commonOptions: CommandSyntax['options'] = {
  wait: { value: '<seconds>', summary: 'how long to retry an unreachable server (default: 120)' },
};

/** Of all commands, or of one. */
export function help(one?: CommandSyntax): string {
  return helpText('Your files on a Keepsake server.', one === undefined ? [login, logout, ...commands] : [one], {
    common: commonOptions,
    codes: '0 done, 1 failed, 2 wrong usage, 3 not logged in, 4 not found, 5 no space left, 6 server unreachable',
  });
}
