import { type Body, filesOf, type HostileFile, script } from './hostile-file.ts';

/** Scripts for pages and workers. */
const scripts: Body[] = [
  script,
  (hit) => `${script(hit)};export default 1`,
  (hit) => `import ${JSON.stringify(`${hit}/import`)};${script(hit)}`,
  (hit) => `self.importScripts?.('${hit}/import');${script(hit)}`,
  (hit) =>
    `self.addEventListener('fetch',()=>{});self.addEventListener('install',()=>self.skipWaiting());${script(hit)};self.postMessage?.(1)`,
  (hit) => `self.onconnect=(e)=>e.ports[0].postMessage(1);${script(hit)}`,
  (hit) => `<!-- ${script(hit)}\n${script(hit)}\n-->`,
  (hit) => `#!/usr/bin/env node\n${script(hit)}`,
  (hit) => `/*<html><script>${script(hit)}</script>*/${script(hit)}`,
  (hit) => `callback({"a":1});function callback(){}${script(hit)}`,
  (hit) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(script(hit), 'utf16le')]),
  (hit) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(script(hit))]),
];

/** Style sheets that load something. */
const styles: Body[] = [
  (hit) => `@import "${hit}/import";`,
  (hit) => `html { background: url(${hit}/background) }`,
  (hit) => `<html>{}html { background: url("${hit}/quirk") }`,
  (hit) => `@font-face { font-family: f; src: url(${hit}/font) } body { font-family: f } body::after { content: "x" }`,
];

const asTypes: [extension: string, type: string][] = [
  ['js', 'text/javascript'],
  ['mjs', 'application/x-javascript'],
  ['txt', 'text/plain'],
];

const wasm = Buffer.from('0061736d0100000001040160000003020100070501016100000a040102000b', 'hex');

const others: HostileFile[] = [
  { name: 'module.wasm', type: 'application/wasm', body: () => wasm },
  { name: 'data.json', type: 'application/json', body: (hit) => `[${script(hit)}]` },
  { name: 'data.jsonp', type: 'application/javascript', body: (hit) => `callback(${script(hit)})` },
  {
    name: 'app.appcache',
    type: 'text/cache-manifest',
    body: (hit) => `CACHE MANIFEST\n${hit}/cached\nFALLBACK:\n/ ${hit}/f`,
  },
  {
    name: 'app.webmanifest',
    type: 'application/manifest+json',
    body: (hit) => JSON.stringify({ name: 'x', start_url: hit, icons: [{ src: hit, sizes: '9x9' }] }),
  },
  { name: 'stream.sse', type: 'text/event-stream', body: (hit) => `data: <script>${script(hit)}</script>\n\n` },
  {
    name: 'titles.vtt',
    type: 'text/vtt',
    body: (hit) => `WEBVTT\n\n00:00.000 --> 00:09.000\n<script>${script(hit)}</script>`,
  },
  { name: 'list.m3u8', type: 'application/vnd.apple.mpegurl', body: (hit) => `#EXTM3U\n#EXTINF:1,\n${hit}/ts` },
];

export const programs: HostileFile[] = [
  ...asTypes.flatMap(([extension, type]) => filesOf('script', extension, type, scripts)),
  ...filesOf('style', 'css', 'text/css', styles),
  ...filesOf('style', 'txt', 'text/plain', styles),
  ...others,
];
