import { memo, useId } from 'react';
import type { File as KeptFile } from '#contract/entries.ts';
import { endingOf, sizeText } from './file-kind.ts';
import { FilePicture } from './file-picture.tsx';
import { ShownName } from './shown-name.tsx';

/** A file: its link opens it in a new tab. The full name is the accessible name and the tooltip. */
export const FileTile = memo(function FileTile({ file }: { file: KeptFile }) {
  const id = useId();
  return (
    <li className="tile">
      <span className="tile__stage" aria-hidden="true">
        <FilePicture file={file} />
      </span>
      <a
        className="tile__link"
        href={file.url}
        target="_blank"
        rel="noopener"
        title={file.name}
        aria-label={file.name}
        aria-describedby={id}
      />
      <div className="tile__cap" aria-hidden="true">
        <span className="tile__name">
          <ShownName name={file.name} />
        </span>
        <span className="meta">
          <span className="kind">{endingOf(file.name)}</span> {sizeText(file.size)}
        </span>
      </div>
      <span className="sr-only" id={id}>
        {sizeText(file.size)}, opens in a new tab
      </span>
    </li>
  );
});
