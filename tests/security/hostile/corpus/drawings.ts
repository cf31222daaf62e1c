import { type Body, filesOf, script } from './hostile-file.ts';

const svg = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9" ${attributes}>${inner}</svg>`;

/** SVG that runs or loads something. */
const bodies: Body[] = [
  (hit) => svg(`<script>${script(hit)}</script>`),
  (hit) => svg(`<script type="text/javascript"><![CDATA[${script(hit)}]]></script>`),
  (hit) => svg(`<script href="${hit}/href"/>`),
  (hit) => svg(`<script xlink:href="data:text/javascript,${encodeURIComponent(script(hit))}"/>`),
  (hit) => svg('', `onload="${script(hit)}"`),
  (hit) => svg(`<image href="${hit}/image" width="9" height="9"/>`),
  (hit) => svg(`<image xlink:href="${hit}/image" width="9" height="9"/>`),
  (hit) => svg(`<use href="${hit}/use#x"/>`),
  (hit) => svg(`<style>@import url(${hit}/import);</style>`),
  (hit) => svg(`<style>@font-face{font-family:f;src:url(${hit}/font)}text{font-family:f}</style><text y="9">x</text>`),
  (hit) => svg(`<rect width="9" height="9" fill="url(${hit}/fill#x)" filter="url(${hit}/filter#x)"/>`),
  (hit) => svg(`<feImage href="${hit}/fe"/><image href="x" onerror="${script(hit)}"/>`),
  (hit) => svg(`<animate attributeName="x" dur="1ms" begin="0s" onbegin="${script(hit)}"/>`),
  (hit) => svg(`<set attributeName="x" to="1" onbegin="${script(hit)}"/>`),
  (hit) =>
    svg(
      `<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${hit}/frame"/></foreignObject>`,
    ),
  (hit) =>
    svg(
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>${script(hit)}</script></body></foreignObject>`,
    ),
  (hit) => svg(`<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="${hit}/img"/></foreignObject>`),
  (hit) => svg(`<x:script xmlns:x="http://www.w3.org/1999/xhtml">${script(hit)}</x:script>`),
  (hit) => `<?xml-stylesheet href="${hit}/sheet"?>${svg('')}`,
  (hit) => `<!DOCTYPE svg [<!ENTITY s "${script(hit)}">]>${svg('<script>&s;</script>')}`,
  (hit) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg(`<script>${script(hit)}</script>`), 'utf16le')]),
];

export const drawings = [
  ...filesOf('drawing', 'svg', 'image/svg+xml', bodies),
  ...filesOf('drawing', 'svgz', 'image/svg+xml', bodies.slice(0, 2)),
  ...filesOf('drawing-as-xml', 'xml', 'text/xml', bodies.slice(0, 6)),
  ...filesOf('drawing-as-picture', 'png', 'image/png', bodies.slice(0, 6)),
];
