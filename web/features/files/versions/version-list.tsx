import './version-list.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useContext, useState } from 'react';
import type { Version } from '#contract/api/versions-api.ts';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { momentText } from '#web/ui/browser/day-text.ts';
import { Button, buttonClass } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { OfflineContext } from '../listing/offline.ts';
import type { Versions } from '../listing/versions.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import { readOn } from '../parts/read-on.ts';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import type { Undo } from '../undo/undo.ts';
import { comparisonOf } from './compared.ts';

const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }));

type VersionListProps = { file: StoredFile; versions: Versions; undo: Pick<Undo, 'did' | 'doing'> };

type Asked = { what: 'compare' | 'delete'; version: Version };

/** The versions of a file, the newest first: each can be opened, an earlier one also compared, restored and deleted. */
export function VersionList({ file, versions, undo }: VersionListProps) {
  const query = useInfiniteQuery(versions.query(file));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const [asked, setAsked] = useState<Asked>();
  const [running, setRunning] = useState(false);
  const [said, setSaid] = useState<{ text: string; isFailure: boolean }>();
  const all = data?.pages.flatMap((page) => page.versions) ?? [];
  const current = all.find(({ isCurrent }) => isCurrent);

  async function run(work: () => Promise<string>) {
    setAsked(undefined);
    setRunning(true);
    await work().then(
      (text) => setSaid({ text, isFailure: false }),
      (failure: unknown) => setSaid({ text: callErrorMessage(failure), isFailure: true }),
    );
    setRunning(false);
  }

  function restore(version: Version) {
    const restoring = run(async () => {
      const { version: number, operationId } = await versions.restore(file.id, version.id);
      undo.did([{ things: [file], operationId }], `Restored as version ${number}`);
      return `Version ${version.version} was restored as version ${number}.`;
    });
    undo.doing(restoring);
  }
  const remove = (version: Version) =>
    run(async () => {
      await versions.remove(file.id, version.id);
      return `Version ${version.version} was deleted.`;
    });

  return (
    <section className="versions" aria-label="Versions" aria-busy={data === undefined && error === null}>
      <h3>Versions</h3>
      {data === undefined && error !== null ? <p className="meta">Not available right now</p> : null}
      <p className={said?.isFailure ? 'err' : 'versions__said'} role={said?.isFailure ? 'alert' : 'status'}>
        {said?.text}
      </p>
      <ul>
        {all.map((version) => (
          <VersionRow
            key={version.id}
            file={file}
            version={version}
            isComparable={current !== undefined && comparisonOf(version, current) !== undefined}
            disabled={running}
            onRestore={() => restore(version)}
            onAsk={(what) => setAsked({ what, version })}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <Button compact busy={isFetchingNextPage} onClick={() => void readOn(query)}>
          Show older versions
        </Button>
      ) : null}
      {asked?.what === 'compare' && current ? (
        <Suspense>
          <CompareDialog
            version={asked.version}
            current={current}
            onRestore={() => restore(asked.version)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      ) : null}
      {asked?.what === 'delete' ? (
        <ConfirmDialog
          title={`Delete version ${asked.version.version}?`}
          confirmLabel="Delete"
          onConfirm={() => void remove(asked.version)}
          onClose={() => setAsked(undefined)}
        >
          {`The version of ${visibleName(file.name)} of ${momentText(asked.version.createdAt)} will be deleted forever.`}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

type VersionRowProps = {
  file: StoredFile;
  version: Version;
  isComparable: boolean;
  disabled: boolean;
  onRestore: () => void;
  onAsk: (what: 'compare' | 'delete') => void;
};

function VersionRow({ file, version, isComparable, disabled, onRestore, onAsk }: VersionRowProps) {
  const isOffline = useContext(OfflineContext);
  const { preview, contentType, url, size, createdAt, isCurrent } = version;
  const name = `version ${version.version}`;
  const rest = { compact: true, disabled: disabled || isOffline } as const;
  return (
    <li>
      <span className="thumbnail" aria-hidden="true">
        <Thumbnail file={{ ...file, preview, contentType, url }} />
      </span>
      <div className="versions__facts">
        <p>
          {`Version ${version.version} `}
          {isCurrent ? <span className="versions__current">Current</span> : null}
        </p>
        <p className="meta">{`${momentText(createdAt)}, ${sizeText(size)}`}</p>
        <div className="versions__actions">
          <a
            className={buttonClass({ variant: 'quiet', compact: true })}
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={`Open ${name}`}
          >
            Open
          </a>
          {isCurrent ? null : (
            <>
              <Button {...rest} variant="quiet" aria-label={`Restore ${name}`} onClick={onRestore}>
                Restore
              </Button>
              {isComparable ? (
                <Button {...rest} variant="quiet" aria-label={`Compare ${name}`} onClick={() => onAsk('compare')}>
                  Compare
                </Button>
              ) : null}
              <Button {...rest} variant="quiet-danger" aria-label={`Delete ${name}`} onClick={() => onAsk('delete')}>
                Delete
              </Button>
            </>
          )}
        </div>
      </div>
    </li>
  );
}
