import './details-dialog.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { momentText } from '#web/ui/browser/day-text.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Listings } from '../listing/listings.ts';
import { sizeText, typeText } from '../pictures/file-kind.ts';
import { type NoteDone, VersionList } from '../versions/version-list.tsx';
import { IntegrityNotice, Sha256 } from './integrity-notice.tsx';
import { NameNote } from './name-note.tsx';

type DetailsDialogProps = {
  file: StoredFile;
  listings: Pick<Listings, 'integrity' | 'versions'>;
  /** The name of the folder that it is in, where it is known. */
  folderName?: string;
  /** Of everything in its folder. */
  names: readonly string[];
  onDone: NoteDone;
  onClose: () => void;
};

const count = new Intl.NumberFormat('en-GB');

/** The details of a file, whether its bytes are still those that were uploaded, and its versions. */
export function DetailsDialog({ file, listings, folderName, names, onDone, onClose }: DetailsDialogProps) {
  const { data, error } = useQuery(listings.integrity(file));
  return (
    <Dialog title="Details" onClose={onClose}>
      <div className="details__state" aria-busy={data === undefined && error === null}>
        <IntegrityNotice integrity={data} isUnknown={error !== null} />
      </div>
      <dl className="facts">
        <Fact label="Name">
          <span dir="auto">{visibleName(file.name)}</span>
        </Fact>
        <Fact label="Type">{typeText(file)}</Fact>
        <Fact label="Size">{exactSize(file.size)}</Fact>
        {file.preview?.state === 'made' ? (
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
      <NameNote name={file.name} names={names} />
      <VersionList file={file} versions={listings.versions} onDone={onDone} />
    </Dialog>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** "4.2 MB (4,404,019 bytes)". */
export function exactSize(bytes: number): string {
  return bytes < 1000 ? sizeText(bytes) : `${sizeText(bytes)} (${count.format(bytes)} bytes)`;
}
