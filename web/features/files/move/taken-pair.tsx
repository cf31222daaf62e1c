import './taken-pair.css';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { FilePicture } from '../pictures/file-picture.tsx';

type TakenPairProps = {
  /** Undefined until they are read. */
  pair: readonly [StoredFile, StoredFile] | undefined;
  /** What each of them is. */
  titles: readonly [string, string];
};

/** Two files of one name side by side. */
export function TakenPair({ pair, titles }: TakenPairProps) {
  return (
    <div className="taken-pair" aria-busy={pair === undefined}>
      {titles.map((title, at) => {
        const file = pair?.[at];
        return (
          <figure key={title}>
            <span className="tile__stage" aria-hidden="true">
              {file ? <FilePicture file={file} /> : <span className="skel" />}
            </span>
            <figcaption>
              {title}
              <span className="meta">{file ? `${sizeText(file.size)}, ${dayText(file.modifiedAt)}` : '\u00a0'}</span>
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
}
