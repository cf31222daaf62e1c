import './file-picture.css';
import { kindOf } from '#contract/kinds.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { PlayIcon } from '#web/ui/icons/icons.tsx';
import { extensionOf } from './file-kind.ts';
import { lengthText } from './file-words.ts';
import { type Made, PendingPhoto, Photo, Thumbnail } from './photo.tsx';
import { useFirstLines } from './use-first-lines.ts';

/** The file as a tile can show it: its picture, or a drawing of its kind. */
export function FilePicture({ file }: { file: StoredFile }) {
  const kind = kindOf(file.contentType);
  const { preview } = file;
  if (preview?.state === 'making') return <PendingPhoto />;
  if (kind === 'video') return <Film preview={preview} />;
  if (kind === 'audio') return <Inlay preview={preview} />;
  if (preview !== null) return <Photo key={preview.url} preview={preview} />;
  switch (kind) {
    case 'pdf':
      return (
        <span className="thing leaf leaf--stack">
          <b>PDF</b>
          <Lines />
        </span>
      );
    case 'text':
      return file.size === 0 ? <BlankLeaf file={file} says="Empty" /> : <TextLeaf file={file} />;
    case 'archive':
      return <Parcel />;
    default:
      return <BlankLeaf file={file} says={file.size === 0 ? 'Empty' : 'No preview'} />;
  }
}

function BlankLeaf({ file, says }: { file: StoredFile; says: string }) {
  return (
    <span className="thing leaf leaf--blank">
      <b>.{extensionOf(file.name).toLowerCase()}</b>
      <small>{says}</small>
    </span>
  );
}

/** Its first lines; drawn ones until they are read. */
function TextLeaf({ file }: { file: StoredFile }) {
  const text = useFirstLines(file);
  return (
    <span className="thing leaf">
      {text === undefined ? (
        <>
          <Lines />
          <Lines />
        </>
      ) : (
        <span className="leaf__text" dir="auto">
          {text}
        </span>
      )}
    </span>
  );
}

function Lines() {
  return (
    <>
      <i />
      <i />
      <i />
      <i className="short" />
    </>
  );
}

const bars = [
  8, 24, 34, 26, 12, 20, 38, 40, 28, 16, 26, 46, 56, 48, 28, 14, 16, 20, 12, 18, 30, 50, 44, 22, 26, 40, 34, 18, 24, 12,
];

/** One path instead of thirty elements: a large folder has many of these. */
const wave = bars.map((height, at) => `M${at * 6 + 1.3} ${32 - height / 2}v${height}`).join('');

/** A strip of film with a frame of it. */
function Film({ preview }: { preview: Made | null }) {
  return (
    <span className="thing film">
      {preview ? <Thumbnail key={preview.url} preview={preview} /> : null}
      <Plays preview={preview} />
    </span>
  );
}

/** The inlay card of a cassette, with the cover of the sound, or its wave. */
function Inlay({ preview }: { preview: Made | null }) {
  return (
    <span className="thing inlay">
      {preview ? (
        <Thumbnail key={preview.url} preview={preview} />
      ) : (
        <svg viewBox="0 0 180 64" preserveAspectRatio="none">
          <path d={wave} />
        </svg>
      )}
      <Plays preview={preview} />
    </span>
  );
}

/** How long it plays, as far as that is known. */
function Plays({ preview }: { preview: Made | null }) {
  return (
    <span className={preview ? 'plays' : 'plays plays--alone'}>
      <PlayIcon />
      {lengthText({ preview })}
    </span>
  );
}

/** A parcel tied with string. */
function Parcel() {
  return (
    <span className="thing parcel">
      <svg viewBox="0 0 180 120" preserveAspectRatio="none">
        <path className="fold" d="M0 20h180M0 100h180" />
        <path d="M118 0v120M0 62h180" />
        <path
          className="loop"
          d="M118 62c-8-22-34-24-32-10 1 8 18 10 32 10zM118 62c8-22 34-24 32-10-1 8-18 10-32 10z"
        />
        <path d="M118 62c-3 12-10 20-17 25M118 62c4 12 11 18 18 22" />
      </svg>
    </span>
  );
}
