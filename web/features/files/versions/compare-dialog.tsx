import './compare-dialog.css';
import { useEffect, useState } from 'react';
import type { Version } from '#contract/api/versions-api.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { momentText } from '#web/ui/browser/day-text.ts';
import { decodeText } from '#web/ui/browser/decode-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { comparisonOf, isTooLong, pictureOf } from './compared.ts';
import { type ComparedLine, lineDifferences } from './line-differences.ts';

type CompareDialogProps = { version: Version; current: Version; onRestore: () => void; onClose: () => void };

/** An earlier version and the current one side by side. */
export function CompareDialog({ version, current, onRestore, onClose }: CompareDialogProps) {
  return (
    <Dialog title={`Version ${version.version} and the current one`} wide onClose={onClose}>
      {comparisonOf(version, current) === 'pictures' ? (
        <div className="compared">
          {[version, current].map((one) => (
            <figure key={one.id}>
              <img src={pictureOf(one)} alt={titleOf(one)} />
              <Caption version={one} />
            </figure>
          ))}
        </div>
      ) : (
        <Texts version={version} current={current} />
      )}
      <div className="dialog__actions">
        <Button onClick={onClose}>Keep as it is</Button>
        <Button variant="primary" onClick={onRestore}>{`Restore version ${version.version}`}</Button>
      </div>
    </Dialog>
  );
}

function Texts({ version, current }: { version: Version; current: Version }) {
  const [lines, setLines] = useState<[ComparedLine[], ComparedLine[]]>();
  const [problem, setProblem] = useState<string>();
  const tooLong = [version, current].find(isTooLong);

  useEffect(() => {
    if (tooLong !== undefined) return undefined;
    const stop = new AbortController();
    Promise.all([version, current].map(({ url }) => textAt(url, stop.signal))).then(
      ([one = '', two = '']) => setLines(lineDifferences(one, two)),
      () => stop.signal.aborted || setProblem('The texts could not be read. Close this dialog and try again.'),
    );
    return () => stop.abort();
  }, [version, current, tooLong]);

  if (tooLong !== undefined)
    return (
      <p>{`${titleOf(tooLong)} is ${sizeText(tooLong.size)} long. Texts of up to 500 kB can be compared here.`}</p>
    );
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  return (
    <div className="compared" aria-busy={lines === undefined}>
      {[version, current].map((one, i) => {
        const Other = one === version ? 'del' : 'ins';
        return (
          <figure key={one.id}>
            <Caption version={one} />
            <pre role="group" tabIndex={0} aria-label={titleOf(one)}>
              {lines?.[i]?.map(({ text, isOther }, at) =>
                isOther ? <Other key={at}>{`${text}\n`}</Other> : `${text}\n`,
              )}
            </pre>
          </figure>
        );
      })}
    </div>
  );
}

function Caption({ version }: { version: Version }) {
  return (
    <figcaption>
      {titleOf(version)}
      <span className="meta">{`${momentText(version.createdAt)}, ${sizeText(version.size)}`}</span>
    </figcaption>
  );
}

function titleOf({ version, isCurrent }: Version): string {
  return isCurrent ? `Version ${version}, current` : `Version ${version}`;
}

async function textAt(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error('The text was not sent');
  const text = decodeText(new Uint8Array(await response.arrayBuffer()));
  if (text === undefined) throw new Error('What was sent is no text');
  return text;
}
