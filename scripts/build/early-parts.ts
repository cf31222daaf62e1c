/** Lets the browser load a part of the app together with the start, where the address tells that it is needed. */
import type { Plugin } from 'vite';

/** The module with the pages of a signed-in person; the build gives it a chunk of its own. */
const part = '/web/app/workspace/workspace-chunk.ts';

/**
 * Adds a `<link rel="workspace">` for each file of that chunk to the page; `head.js` turns it into a preload on folder
 * pages.
 */
export function earlyParts(): Plugin {
  return {
    name: 'keepsake:early-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const start = chunks.find(({ isEntry }) => isEntry);
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(part)));
        if (!start || !chunk) throw new Error(`The build has no chunk of its own for ${part}.`);
        const started = new Set([start.fileName, ...start.imports]);
        return [chunk.fileName, ...chunk.imports]
          .filter((file) => !started.has(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'workspace', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend' as const,
          }));
      },
    },
  };
}
