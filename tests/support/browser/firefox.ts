import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { openBidi, Unanswered } from './bidi.ts';
import { findFirefox } from './firefox-program.ts';

/** Nothing of its own accord: no first page, no updates, no questions about downloads. */
const preferences = {
  'remote.active-protocols': 1,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.sessionstore.resume_from_crash': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.download.always_ask_before_handling_new_types': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.auto': false,
  'app.normandy.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
  'fission.webContentIsolationStrategy': 0,
};

/** Firefox now and then forgets a navigation whose page went elsewhere: after so long it is given up, in milliseconds. */
const navigationMs = 30_000;

/** A tab of a browser. */
export type Tab = {
  /**
   * Opens a url and waits for its page; what becomes a download, or nothing, leaves the page as it is. If the browser does not
   * answer, nothing is known of the url, and the tab is another one from then on.
   */
  goto(url: string): Promise<void>;
  /** Runs an expression in the page and returns what it gives, as JSON. */
  run(expression: string): Promise<unknown>;
};

/**
 * Debian's Firefox with a profile of its own, without windows, by WebDriver BiDi. It saves no download. Playwright can only
 * drive a Firefox that it patched itself.
 */
export async function startFirefox(): Promise<{
  newTab(): Promise<Tab>;
  setCookies(url: string, cookies: Record<string, string>): Promise<void>;
}> {
  const program = findFirefox();
  if (program === undefined) throw new Error('Firefox is missing: run `npm test`, which says how to get it.');
  const profile = await mkdtemp(join(tmpdir(), 'keepsake-firefox-'));
  atEndOfFile(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const firefox = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(firefox, 'exit');
  const bidi = await openBidi(await addressOf(firefox));
  atEndOfFile(async () => {
    await bidi.send('browser.close', {}).catch(() => firefox.kill('SIGKILL'));
    await exited;
  });
  await bidi.send('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'dismiss' } } },
  });
  await bidi.send('browser.setDownloadBehavior', { downloadBehavior: { type: 'denied' } });

  return {
    async newTab() {
      let context = await openContext();
      return {
        async goto(url) {
          try {
            await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }, navigationMs);
          } catch (error) {
            // A download and an empty response end the navigation with an error.
            if (error instanceof Unanswered) {
              context = await openContext();
            }
          }
        },
        async run(expression) {
          const { result, exceptionDetails } = (await bidi.send('script.evaluate', {
            expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
            target: { context },
            awaitPromise: true,
          })) as { result?: { value: string }; exceptionDetails?: { text: string } };
          if (result === undefined) throw new Error(exceptionDetails?.text);
          return JSON.parse(result.value);
        },
      };
    },
    async setCookies(url, cookies) {
      for (const [name, value] of Object.entries(cookies)) {
        await bidi.send('storage.setCookie', {
          cookie: {
            name,
            value: { type: 'string', value },
            domain: new URL(url).hostname,
            httpOnly: true,
            sameSite: 'lax',
          },
        });
      }
    },
  };

  /** The id of a new tab. */
  async function openContext(): Promise<string> {
    const { context } = (await bidi.send('browsingContext.create', { type: 'tab' })) as { context: string };
    return context;
  }
}

/** The address that Firefox prints once it can be driven. */
async function addressOf(firefox: ChildProcess): Promise<string> {
  if (firefox.stderr === null) throw new Error('Firefox has no output.');
  const printed: string[] = [];
  for await (const line of createInterface({ input: firefox.stderr })) {
    printed.push(line);
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    firefox.stderr.resume();
    return address;
  }
  throw new Error(`Firefox ended while it started:\n${printed.join('\n')}`);
}
