import './said.css';
import { type ReactNode, useContext } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { AwayContext } from './away.ts';

type SaidProps = { title: string; text: string; picture?: ReactNode; children: ReactNode };

/** What the stage says in place of a file; below it stand the buttons. */
export function Said({ title, text, picture, children }: SaidProps) {
  return (
    <>
      <div className="viewer__content said">
        {picture}
        <div role="status">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <div className="said__buttons">{children}</div>
      </div>
      <div className="viewer__tools" />
    </>
  );
}

/** A button below it. */
export function SaidButton(props: { children: string; disabled?: boolean; onClick: () => void }) {
  return <button type="button" className="btn btn--stage" {...props} />;
}

type UnshownProps = { file: StoredFile; onDownload: () => void; onUnpack: (() => void) | undefined };

/** A file of a kind that does not open here; an archive can be unpacked. */
export function Unshown({ file, onDownload, onUnpack }: UnshownProps) {
  const isAway = useContext(AwayContext);
  return (
    <Said
      picture={<Leaf name={file.name} />}
      title="This kind does not open here"
      text={
        onUnpack
          ? 'Unpack it, and what is in it stands beside it in its folder. Or download it as it is.'
          : 'The file is stored like every other. Download it to open it with a program that knows it.'
      }
    >
      {onUnpack ? (
        <SaidButton disabled={isAway} onClick={onUnpack}>
          Unpack here
        </SaidButton>
      ) : null}
      <SaidButton onClick={onDownload}>Download</SaidButton>
    </Said>
  );
}

type FailedProps = { title: string; file: StoredFile; onRetry: () => void; onDownload: () => void };

/** A file of a kind that opens here, but this one does not: the server cannot be reached, or it is broken. */
export function Failed({ title, file, onRetry, onDownload }: FailedProps) {
  const isAway = useContext(AwayContext);
  if (isAway)
    return (
      <Said title="This file is not on this device" text="You are offline. It opens when you are online again.">
        <SaidButton onClick={onRetry}>Try again</SaidButton>
      </Said>
    );
  return (
    <Said
      picture={<Leaf name={file.name} />}
      title={title}
      text="It may be damaged, or your browser may not know its format. You can still download it."
    >
      <SaidButton onClick={onDownload}>Download</SaidButton>
      <SaidButton onClick={onRetry}>Try again</SaidButton>
    </Said>
  );
}

function Leaf({ name }: { name: string }) {
  const extension = /[^.](\.[^.\s]{1,5})$/.exec(visibleName(name))?.[1];
  return (
    <div className="said__leaf" aria-hidden="true">
      <b>{extension?.toLowerCase()}</b>
    </div>
  );
}
