import { useCallback } from 'react';
import { LoadingStage } from '../parts/loading-stage.tsx';
import { ProblemStage } from '../parts/problem-stage.tsx';
import { askWorker } from '../reading/ask-in-worker.ts';
import { maxColouredCharacters, maxTextBytes } from '../reading/document-limits.ts';
import { readText } from '../reading/read-text.ts';
import { useReading } from '../reading/use-reading.ts';
import type { ViewedFile } from '../reading/viewed-file.ts';
import { TextStage } from '../text/text-stage.tsx';
import { CodeBlock } from './code-block.tsx';
import type { CodeQuestion } from './code-worker.ts';
import { languageOf, languages } from './language-names.ts';

/** A program with the numbers of its lines, and in colours where its language is known and it is not too long. */
export function CodeView({ file }: { file: ViewedFile }) {
  const language = languageOf(file.contentType, file.name);
  const reading = useReading(useCallback((signal: AbortSignal) => readText(file, maxTextBytes, signal), [file]));
  const code = reading.state === 'read' ? reading.value.text : '';
  const isColoured = language !== undefined && code.length <= maxColouredCharacters;
  const colours = useReading(
    useCallback(
      async (signal: AbortSignal) => (isColoured && code !== '' ? await runsOf({ code, language }, signal) : undefined),
      [code, language, isColoured],
    ),
  );
  if (reading.state === 'reading') return <LoadingStage />;
  if (reading.state === 'failed') return <ProblemStage file={file} {...reading} />;
  const runs = colours.state === 'read' ? colours.value : undefined;
  return (
    <TextStage
      file={file}
      read={reading.value}
      about={language && languages[language].label}
      numbered
      note={noteOn(isColoured, colours.state === 'failed')}
      render={(block) => <CodeBlock code={code} runs={runs} block={block} />}
    />
  );
}

async function runsOf(question: CodeQuestion, signal: AbortSignal): Promise<Uint32Array> {
  const worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  return await askWorker<Uint32Array>(worker, question, signal);
}

function noteOn(isColoured: boolean, failed: boolean): string | undefined {
  if (!isColoured) return 'Too long to be coloured.';
  return failed ? 'Colouring took too long.' : undefined;
}
