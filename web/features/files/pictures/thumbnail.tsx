import './thumbnail.css';
import { kindOf } from '#contract/kinds.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { extensionOf } from './file-kind.ts';
import { FilePicture } from './file-picture.tsx';

/** A folder, small enough for a row. */
export function FolderThumbnail() {
  return (
    <span className="box">
      <span className="box__back" />
      <span className="box__front">
        <span className="label" />
      </span>
    </span>
  );
}

/** What a file shows, small enough for a row. */
export function Thumbnail({ file }: { file: StoredFile }) {
  const kind = kindOf(file.contentType);
  const isLeaf = file.preview === null && (kind === 'pdf' || kind === 'text' || kind === 'unknown' || kind === 'photo');
  return isLeaf ? <span className="thumbnail__leaf">{extensionOf(file.name)}</span> : <FilePicture file={file} />;
}
