import { type Body, filesOf, script } from './hostile-file.ts';

const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"';
const xsl = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform"';

/** XML that becomes a page by its namespaces, its style sheet or its entities. */
const bodies: Body[] = [
  (hit) => `<?xml version="1.0"?><html ${xhtml}><script>${script(hit)}</script></html>`,
  (hit) =>
    `<?xml version="1.0"?><root><h:script xmlns:h="http://www.w3.org/1999/xhtml">${script(hit)}</h:script></root>`,
  (hit) => `<?xml version="1.0"?><root><img ${xhtml} src="${hit}/img"/></root>`,
  (hit) => `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="${hit}/css"?><root/>`,
  (hit) => `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${hit}/xsl"?><root/>`,
  (hit) =>
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><!DOCTYPE r [<!ATTLIST xsl:stylesheet id ID #REQUIRED>]><r><xsl:stylesheet id="s" version="1.0" ${xsl}><xsl:template match="/"><html ${xhtml}><script>${script(hit)}</script></html></xsl:template></xsl:stylesheet><img ${xhtml} src="${hit}/beside"/></r>`,
  (hit) =>
    `<?xml version="1.0"?><xsl:stylesheet version="1.0" ${xsl}><xsl:include href="${hit}/include"/><xsl:template match="/"><script ${xhtml}>${script(hit)}</script></xsl:template></xsl:stylesheet>`,
  (hit) => `<?xml version="1.0"?><!DOCTYPE r SYSTEM "${hit}/dtd"><r><img ${xhtml} src="${hit}/img"/></r>`,
  (hit) =>
    `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "${hit}/entity">]><r>&x;<img ${xhtml} src="${hit}/img"/></r>`,
  (hit) =>
    `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x "<script ${xhtml.replaceAll('"', "'")}>${script(hit)}</script>">]><r>&x;</r>`,
  (hit) =>
    `<?xml version="1.0"?><r xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${hit}/xi"/><img ${xhtml} src="${hit}/img"/></r>`,
  (hit) =>
    `<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:${script(hit)}"><script ${xhtml}>${script(hit)}</script></math>`,
  (hit) =>
    `<window xmlns="http://www.mozilla.org/keymaster/gatekeeper/there.is.only.xul" onload="${script(hit)}"><script ${xhtml}>${script(hit)}</script></window>`,
  (hit) =>
    `<bindings xmlns="http://www.mozilla.org/xbl"><binding id="b"><implementation><constructor>${script(hit)}</constructor></implementation></binding><script ${xhtml}>${script(hit)}</script></bindings>`,
  (hit) =>
    `<rss version="2.0"><channel><title>&lt;script&gt;${script(hit)}&lt;/script&gt;</title><script ${xhtml}>${script(hit)}</script></channel></rss>`,
  (hit) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><content type="xhtml"><div ${xhtml}><script>${script(hit)}</script></div></content></feed>`,
  (hit) =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><script ${xhtml}>${script(hit)}</script></rdf:RDF>`,
];

export const documents = [
  ...filesOf('document', 'xml', 'application/xml', bodies),
  ...filesOf('document', 'xhtml', 'application/xhtml+xml', bodies.slice(0, 8)),
  ...filesOf('feed', 'rss', 'application/rss+xml', bodies.slice(14, 16)),
];
