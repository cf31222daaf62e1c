import { Said, SaidButton } from '../../said/said.tsx';
import { DocumentError, type DocumentProblem, isOfServer } from '../reading/document-error.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { DownloadLink } from './document-note.tsx';

type Saying = { title: string; text: string };

const download = 'The file is stored as you uploaded it. Download it to open it with a program that knows it.';
const sayings: Record<DocumentProblem, Saying> = {
  unreachable: {
    title: 'This file could not be loaded',
    text: 'The server cannot be reached. Check the connection, then try again.',
  },
  refused: { title: 'This file could not be loaded', text: '' },
  'not-text': { title: 'This is not a text', text: download },
  'broken-pdf': { title: 'This PDF cannot be read', text: download },
  'locked-pdf': { title: 'This PDF has a password', text: 'Download it to open it with a program that asks for it.' },
  'too-much': { title: 'This file is too much to show here', text: download },
};

type ProblemStageProps = { file: ViewedFile; error: unknown; retry: () => void };

/** Stands in for a document that cannot be shown: why, and what to do. */
export function ProblemStage({ file, error, retry }: ProblemStageProps) {
  const problem = error instanceof DocumentError ? error.problem : 'unreachable';
  const { title, text } = sayings[problem];
  return (
    <Said title={title} text={problem === 'refused' && error instanceof DocumentError ? error.message : text}>
      {isOfServer(error) ? (
        <SaidButton onClick={retry}>Try again</SaidButton>
      ) : (
        <DownloadLink file={file} className="btn btn--stage">
          Download
        </DownloadLink>
      )}
    </Said>
  );
}
