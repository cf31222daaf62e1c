import { languageOf } from './code/language-names.ts';

export type DocumentKind = 'pdf' | 'markdown' | 'table' | 'code' | 'text';

const ofExtensions: Record<string, DocumentKind> = {
  pdf: 'pdf',
  md: 'markdown',
  markdown: 'markdown',
  csv: 'table',
  tsv: 'table',
  tab: 'table',
  ...Object.fromEntries(
    ['txt', 'text', 'log', 'srt', 'vtt', 'ics', 'vcf', 'tex', 'bib', 'rst', 'org', 'adoc', 'gpx', 'kml'].map((one) => [
      one,
      'text',
    ]),
  ),
};

const ofTypes: Record<string, DocumentKind> = {
  'application/pdf': 'pdf',
  'text/markdown': 'markdown',
  'text/csv': 'table',
  'text/tab-separated-values': 'table',
};

/** Types that say what a file is for, not that it can be read as text. */
const readable = /^(text\/|application\/([\w.+-]+\+)?(json|xml|yaml|toml|sql|javascript|typescript)$)/;
const notReadable = /^text\/(rtf|richtext)$/;
/** What other parts of the viewer show. Browsers take the `.ts` of TypeScript for a film. */
const elsewhere = /^(image|audio|video|font)\//;

/** How a file is shown as a document; undefined if it is none. The content type counts, and where it says little the name. */
export function documentKindOf(contentType: string, name: string): DocumentKind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const isProgram = languageOf(contentType, name) !== undefined;
  if (elsewhere.test(contentType)) return extension === 'ts' && contentType === 'video/mp2t' ? 'code' : undefined;
  const ofType = ofTypes[contentType];
  if (ofType !== undefined) return ofType;
  const ofName = ofExtensions[extension];
  if (ofName !== undefined) return ofName === 'pdf' && contentType !== 'application/octet-stream' ? undefined : ofName;
  if (isProgram) return 'code';
  return readable.test(contentType) && !notReadable.test(contentType) ? 'text' : undefined;
}
