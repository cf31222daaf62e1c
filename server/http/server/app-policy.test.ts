import { expect, test } from 'vitest';
import { createAppPolicies } from './app-policy.ts';

const publicUrl = new URL('https://keepsake.example.org');

function sourcesOf(directive: string, host: string | undefined, url?: URL): string[] {
  const directives = createAppPolicies(url).app(host).split('; ');
  const sources = directives.find((one) => one.startsWith(`${directive} `))?.split(' ');
  return sources?.slice(1) ?? [];
}

test.each(['localhost:3000', 'nas', 'nas.local:8080', '127.0.0.1:3000', 'Keepsake.example.org'])(
  'at %s scripts and styles come from the assets alone',
  (host) => {
    expect(sourcesOf('script-src', host)).toEqual([`${host}/assets/`, `${host}/head.js`]);
    expect(sourcesOf('style-src', host)).toEqual([`${host}/assets/`]);
    expect(sourcesOf('worker-src', host)).toEqual([`${host}/assets/`, `${host}/service-worker.js`]);
  },
);

test('behind a proxy that names another host they come from the public URL too', () => {
  expect(sourcesOf('style-src', '127.0.0.1:3000', publicUrl)).toEqual([
    'keepsake.example.org/assets/',
    '127.0.0.1:3000/assets/',
  ]);
  expect(sourcesOf('style-src', publicUrl.host, publicUrl)).toEqual(['keepsake.example.org/assets/']);
});

test.each(['192.168.1.7:3000', '[::1]:3000', 'a_b', 'a.', 'a;script-src *', 'a b', undefined])(
  'at %j, which no policy can name, they come from this origin',
  (host) => {
    for (const directive of ['script-src', 'style-src', 'worker-src'])
      expect(sourcesOf(directive, host)).toEqual([`'self'`]);
  },
);

test('a worker loads nothing but scripts of the app, and runs WebAssembly, which no page may', () => {
  const worker = createAppPolicies(undefined).worker('nas');
  expect(worker).toMatch(/^default-src 'none'; script-src nas\/assets\/ 'wasm-unsafe-eval'; object-src 'none';/);
  expect(createAppPolicies(undefined).app('nas')).not.toContain('eval');
});
