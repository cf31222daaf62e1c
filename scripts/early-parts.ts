/** Lets the browser load a part of the app together with the start, where the address tells that it is needed. */
import type { Plugin } from 'vite';

/** The part with the pages of folders. */
const part = '/web/app/rooms.ts';

/** Adds a `<link rel="rooms">` for each file of the part to the page; `head.js` makes it count on folder pages. */
export function earlyParts(): Plugin {
  return {
    name: 'keepsake:early-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const start = chunks.find(({ isEntry }) => isEntry);
        const rooms = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(part)));
        if (!start || !rooms) throw new Error(`The build has no chunk of its own for ${part}.`);
        const started = new Set([start.fileName, ...start.imports]);
        return [rooms.fileName, ...rooms.imports]
          .filter((file) => !started.has(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'rooms', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend' as const,
          }));
      },
    },
  };
}
