import './storage.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { Button, buttonClass } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { entryCommands } from '../actions/entry-commands.ts';
import type { Listings } from '../listing/listings.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import { EmptyDialog } from '../trash/trash-dialogs.tsx';
import type { TrashItems } from '../trash/trash-items.ts';
import type { Undo } from '../undo/undo.ts';
import type { ViewItems } from '../views/view-items.ts';
import { LargestFiles } from './largest-files.tsx';
import { SpaceBar } from './space-bar.tsx';
import { useStorage } from './use-storage.ts';

type StorageProps = {
  views: ViewItems;
  trash: TrashItems;
  listings: Listings;
  toasts: Toasts;
  undo: Undo;
  offline: boolean;
};

/** What fills the space of the account, and how to free it. */
export function Storage({ views, trash, listings, toasts, undo, offline }: StorageProps) {
  const { storage, isReadingLargest, largest, hasMore, showMore, failure, load, emptyTrash } = useStorage(views, trash);
  const { moveToTrash } = entryCommands({ listings, toasts, undo });
  const [asks, setAsks] = useState(false);
  const [isEmptying, setIsEmptying] = useState(false);

  async function empty() {
    setAsks(false);
    setIsEmptying(true);
    await emptyTrash();
    setIsEmptying(false);
  }

  return (
    <section
      className="profile__section"
      aria-labelledby="storage"
      aria-busy={storage === undefined && failure === undefined}
    >
      <h2 id="storage">Storage</h2>
      {failure === undefined ? null : (
        <Notice
          tone="bad"
          icon={<WarningIcon />}
          title="That did not work."
          action={
            <Button variant="quiet" compact onClick={() => void load()}>
              Try again
            </Button>
          }
        >
          {callErrorMessage(failure)}
        </Notice>
      )}
      {storage === undefined ? null : (
        <>
          <SpaceBar storage={storage} />
          <div aria-busy={isReadingLargest}>
            <LargestFiles
              items={largest}
              hasMore={hasMore}
              offline={offline}
              onShowMore={showMore}
              onTrash={moveToTrash}
            />
          </div>
          <div className="profile__row profile__row--ruled">
            <div>
              <p>Old versions, {sizeText(storage.oldVersions.bytes)}</p>
              <p className="meta">
                {counted(storage.oldVersions.count, 'version')} that {storage.oldVersions.count === 1 ? 'is' : 'are'}{' '}
                not current
              </p>
            </div>
            <a className={buttonClass()} href="#old-versions">
              Choose which to keep
            </a>
          </div>
          <div className="profile__row profile__row--ruled">
            <div>
              <p>Trash, {sizeText(storage.trash.bytes)}</p>
              <p className="meta">{counted(storage.trash.count, 'item')}, each deleted forever after 30 days</p>
            </div>
            {storage.trash.count > 0 ? (
              <Button variant="quiet-danger" busy={isEmptying} onClick={() => setAsks(true)}>
                Empty Trash
              </Button>
            ) : (
              <Link className={buttonClass()} to="/trash">
                Open Trash
              </Link>
            )}
          </div>
        </>
      )}
      {asks && storage ? (
        <EmptyDialog count={storage.trash.count} onClose={() => setAsks(false)} onDelete={() => void empty()} />
      ) : null}
    </section>
  );
}
