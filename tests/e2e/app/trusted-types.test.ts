import { expect, test } from 'vitest';
import { signedIn } from '#tests/support/browser/signed-in.ts';

test('no page of the app takes a text for HTML, for code or for the address of a script', async () => {
  const browser = await signedIn();
  browser.expectError(/TrustedHTML|TrustedScript|Trusted Type|violates/i);
  const page = await browser.newPage('/dashboard');
  await page.getByRole('main').first().waitFor();
  const outcomes = await page.evaluate(() => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): void };
    };
    const attempts: Record<string, () => unknown> = {
      html: () => {
        document.createElement('div').innerHTML = '<b>bold</b>';
      },
      document: () => document.write('<b>bold</b>'),
      frame: () => Object.assign(document.createElement('iframe'), { srcdoc: '<b>bold</b>' }),
      script: () => Object.assign(document.createElement('script'), { src: '/content/a/b/c.js' }),
      code: () => Object.assign(document.createElement('script'), { text: 'document.title = "ran"' }),
      worker: () => new Worker('/content/a/b/c.js'),
      elsewhere: () => new Worker('https://example.org/assets/a.js'),
      policy: () => trustedTypes.createPolicy('another', {}),
      second: () => trustedTypes.createPolicy('default', {}),
      own: () => Object.assign(document.createElement('script'), { src: '/assets/hash-worker-a.js' }),
    };
    return Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt();
        return [name];
      } catch {
        return [];
      }
    });
  });
  expect(outcomes).toEqual(['own']);
});

test('no page of the app loads a style sheet from outside of its assets', async () => {
  const browser = await signedIn();
  browser.expectError(/violates/i);
  const page = await browser.newPage('/dashboard');
  await page.getByRole('main').first().waitFor();
  const outcome = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/content/a/b/c.css' });
    link.addEventListener('load', () => resolve('loaded'));
    link.addEventListener('error', () => setTimeout(() => resolve('requested'), 1000));
    document.head.append(link);
    return await promise;
  });
  expect(outcome).toBe('style-src-elem');
});
