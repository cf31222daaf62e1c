import './file-details.css';
import { useQuery } from '@tanstack/react-query';
import { kindOf } from '#contract/kinds.ts';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { momentText } from '#web/ui/browser/day-text.ts';
import type { Listings } from '../listing/listings.ts';
import { typeText } from '../pictures/file-kind.ts';
import type { Undo } from '../undo/undo.ts';
import { VersionList } from '../versions/version-list.tsx';
import { exactSize } from './exact-size.ts';
import { Fact } from './fact.tsx';
import { IntegrityNotice, Sha256 } from './integrity-notice.tsx';
import { NameNote } from './name-note.tsx';
import { TakenFacts } from './taken-facts.tsx';

export type FileDetailsProps = {
  file: StoredFile;
  listings: Pick<Listings, 'integrity' | 'facts' | 'versions'>;
  /** The name of the folder that it is in, where it is known. */
  folderName?: string;
  /** Of everything in its folder. */
  names: readonly string[];
  undo: Pick<Undo, 'did' | 'doing'>;
};

/** The details of a file, whether its bytes are still those that were uploaded, and its versions. */
export function FileDetails({ file, listings, folderName, names, undo }: FileDetailsProps) {
  const { data, error } = useQuery(listings.integrity(file));
  return (
    <>
      <div className="details__state" aria-busy={data === undefined && error === null}>
        <IntegrityNotice integrity={data} isUnknown={error !== null} />
      </div>
      <dl className="facts">
        <Fact label="Name">
          <span dir="auto">{visibleName(file.name)}</span>
        </Fact>
        <Fact label="Type">{typeText(file)}</Fact>
        <Fact label="Size">{exactSize(file.size)}</Fact>
        {file.preview?.state === 'made' && hasDimensions(file) ? (
          <Fact label="Dimensions">{`${file.preview.width} × ${file.preview.height}`}</Fact>
        ) : null}
        {folderName === undefined ? null : (
          <Fact label="Folder">
            <span dir="auto">{visibleName(folderName)}</span>
          </Fact>
        )}
        <Fact label="Added">{momentText(file.createdAt)}</Fact>
        <Fact label="Modified">{momentText(file.modifiedAt)}</Fact>
        <Fact label="Version">{file.version}</Fact>
        <Fact label="SHA-256">
          <Sha256 value={data?.sha256} isUnknown={error !== null} />
        </Fact>
      </dl>
      <TakenFacts file={file} listings={listings} />
      <NameNote name={file.name} names={names} />
      <VersionList file={file} versions={listings.versions} undo={undo} />
    </>
  );
}

/** The picture of a document or of a sound has them too, but they are not those of the file. */
function hasDimensions({ contentType }: StoredFile): boolean {
  return ['photo', 'video'].includes(kindOf(contentType));
}
