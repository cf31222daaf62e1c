import './file-details.css';
import { useQuery } from '@tanstack/react-query';
import type { OldVersions } from '#contract/api/versions-api.ts';
import { visibleName } from '#contract/names/names.ts';
import type { Folder } from '#contract/records/entries.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { momentText } from '#web/ui/browser/day-text.ts';
import type { Versions } from '../listing/versions.ts';
import { contentsText } from '../pictures/contents-text.ts';
import { exactSize } from './exact-size.ts';
import { Fact } from './fact.tsx';
import { NameNote } from './name-note.tsx';

export type FolderDetailsProps = {
  folder: Folder;
  versions: Pick<Versions, 'below'>;
  /** Of everything beside it. */
  names: readonly string[];
};

/** What a folder holds, with all that lies below it. */
export function FolderDetails({ folder, versions, names }: FolderDetailsProps) {
  const old = useQuery(versions.below(folder));
  return (
    <>
      <dl className="facts">
        <Fact label="Name">
          <span dir="auto">{visibleName(folder.name)}</span>
        </Fact>
        <Fact label="Type">Folder</Fact>
        <Fact label="Holds">{contentsText(folder.contents)}</Fact>
        <Fact label="Size">{exactSize(folder.contents.bytes)}</Fact>
        <Fact label="Old versions">
          {old.data ? oldText(old.data) : old.error ? 'The server did not answer.' : '…'}
        </Fact>
        <Fact label="Folder">
          <span dir="auto">{visibleName(folder.path.at(-1)?.name ?? 'Root')}</span>
        </Fact>
        <Fact label="Created">{momentText(folder.createdAt)}</Fact>
      </dl>
      <NameNote name={folder.name} names={names} />
    </>
  );
}

/** "12, 4.2 MB": how many versions are not current, and what they take. */
function oldText({ count, bytes, isComplete }: OldVersions): string {
  if (count === 0) return isComplete ? 'None' : 'None found, but not everything was looked at';
  return `${isComplete ? '' : 'At least '}${count.toLocaleString('en')}, ${sizeText(bytes)}`;
}
