import { parseArgs } from 'node:util';
import { readConfig } from './config-file.ts';
import { connect } from './connection.ts';
import { exitCodeOf, exitCodes, messageOf, UsageError } from './exit-codes.ts';
import { get } from './get.ts';
import { logIn } from './log-in.ts';
import { ls } from './ls.ts';
import { createOutput } from './output.ts';
import { put } from './put.ts';
import { rm } from './rm.ts';
import { usage } from './usage.ts';

const commands = { ls, put, get, rm };

process.exitCode = await main();

async function main(): Promise<number> {
  let isJson = process.argv.includes('--json');
  try {
    const { values, positionals } = readArguments();
    isJson = values.json;
    const [command, ...paths] = positionals;
    if (values.help || command === undefined) {
      process.stdout.write(usage);
      return values.help ? exitCodes.ok : exitCodes.usage;
    }
    const output = createOutput(isJson);
    if (command === 'login') return await logIn(paths, values, output);
    if (!isCommand(command)) throw new UsageError(`Unknown command "${command}".`);
    const waitMs = readWait(values.wait);
    return await commands[command](connect(await readConfig(), waitMs), paths, output);
  } catch (error) {
    const code = exitCodeOf(error);
    const message = messageOf(error);
    process.stderr.write(`${isJson ? JSON.stringify({ error: message, exitCode: code }) : message}\n`);
    if (code === exitCodes.usage && !isJson) process.stderr.write('Run `keepsake --help` for usage.\n');
    return code;
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        email: { type: 'string' },
        token: { type: 'string' },
        'app-check-key': { type: 'string' },
        wait: { type: 'string', default: '120' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readWait(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0)) throw new UsageError('--wait takes a number of seconds.');
  return seconds * 1000;
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}
