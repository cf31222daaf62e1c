import { type ReactNode, useState } from 'react';
import type { TrashItem } from '#contract/trash-records.ts';
import type { Notices } from '#web/ui/overlays/notices.tsx';
import { callTrouble } from '../parts/name-error.tsx';
import { DeleteDialog, EmptyDialog, TrashMenu } from './trash-dialogs.tsx';
import { type TrashItems, thingOf } from './trash-items.ts';

type Asked = { what: 'menu' | 'delete'; item: TrashItem } | { what: 'empty' };

type Deps = { trash: TrashItems; notices: Notices; count: number; offline: boolean };

/** What can be done with Trash and the things in it; what ends for good is asked first. */
export function useTrashActions({ trash, notices, count, offline }: Deps) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);

  return {
    restore,
    askMore: (item: TrashItem) => setAsked({ what: 'menu', item }),
    askDelete: (item: TrashItem) => setAsked({ what: 'delete', item }),
    askEmpty: () => setAsked({ what: 'empty' }),
    dialog: asked ? dialogOf(asked) : null,
  };

  function restore(item: TrashItem) {
    close();
    const { id, name } = thingOf(item);
    trash.restore(id).catch((error: unknown) => notices.add(name, `Not restored. ${callTrouble(error)}`));
  }

  function dialogOf(about: Asked): ReactNode {
    if (about.what === 'empty') return <EmptyDialog count={count} onClose={close} remove={empty} />;
    const { item } = about;
    const { id, name } = thingOf(item);
    if (about.what === 'delete') {
      return <DeleteDialog name={name} isFolder={item.entry.folder !== null} onClose={close} remove={remove} />;
    }
    return (
      <TrashMenu
        name={name}
        offline={offline}
        onClose={close}
        onRestore={() => restore(item)}
        onDelete={() => setAsked({ what: 'delete', item })}
      />
    );

    function remove() {
      close();
      trash.remove(id).catch((error: unknown) => notices.add(name, `Not deleted. ${callTrouble(error)}`));
    }
  }

  function empty() {
    close();
    notices
      .during(trash.empty(), 'One moment', 'Emptying Trash.')
      .catch((error: unknown) => notices.add('Trash', `Not all of it was deleted. ${callTrouble(error)}`));
  }
}
