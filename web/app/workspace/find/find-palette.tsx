import { counted } from '#contract/texts/amounts.ts';
import '#web/ui/surfaces/tile.css';
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import { foldText } from '#contract/names/natural-order.ts';
import { itemsOf, type ViewItem } from '#web/features/files/cache/view-cache.ts';
import { Palette } from '#web/features/files/find/palette.tsx';
import type { PaletteAction } from '#web/features/files/find/palette-action.ts';
import { foundQuery } from '#web/features/files/find/search-query.ts';
import { useEnough } from '#web/features/files/find/use-enough.ts';
import { useSettled } from '#web/features/files/find/use-settled.ts';
import type { RevealState } from '#web/features/files/listing/reveal.ts';
import { callErrorMessage, nameErrorMessage } from '#web/features/files/parts/name-error.tsx';
import { fileOfflineMessage } from '#web/features/files/pictures/file-words.ts';
import { createFolder } from '#web/features/files/undo/create-folder.ts';
import { placeAddress } from '#web/features/files/views/place-link.tsx';
import { BoxIcon, PersonIcon, PlusIcon, RestoreIcon, SearchIcon, StarIcon, TrashIcon } from '#web/ui/icons/icons.tsx';
import { InReach } from '../in-workspace.tsx';
import { useOffline } from '../use-offline.ts';
import type { Workspace } from '../workspace.ts';
import { useWorkspace } from '../workspace-context.ts';

/** More hits are on the page for finding. */
const mostHits = 8;

const pages = [
  { to: '/task', label: 'Go to Root', icon: BoxIcon },
  { to: '/starred', label: 'Go to Starred', icon: StarIcon },
  { to: '/recent', label: 'Go to Recent', icon: RestoreIcon },
  { to: '/trash', label: 'Go to Trash', icon: TrashIcon },
  { to: '/dashboard', label: 'Go to Profile', icon: PersonIcon },
];

type FindPaletteProps = {
  /** What was typed before it was there. */
  begun: string;
  onClose: () => void;
};

/** Finds folders and files by name, over any page. */
export function FindPalette({ begun, onClose }: FindPaletteProps) {
  const workspace = useWorkspace();
  if (workspace === undefined) return null;
  return (
    <QueryClientProvider client={workspace.queries}>
      <PaletteContent workspace={workspace} begun={begun} onClose={onClose} />
    </QueryClientProvider>
  );
}

function PaletteContent({ workspace, begun, onClose }: FindPaletteProps & { workspace: Workspace }) {
  const { views, toasts, connection } = workspace;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const folderId = folderOf(pathname);
  const offline = useOffline(connection);
  const [written, setTyped] = useState<string>();
  const typed = written ?? begun;
  const wanted = typed.trim();
  const asked = useSettled(wanted);
  const found = useInfiniteQuery({ ...foundQuery(views, { q: asked }), enabled: asked !== '' });
  const recent = useInfiniteQuery({ ...views.query('recent'), enabled: wanted === '' });
  const query = wanted === '' ? recent : found;
  const isStale = wanted !== '' && !found.error && (asked !== wanted || found.isPlaceholderData || found.isPending);
  const items = itemsOf(query.data);
  const { isLooking, isUnfinished } = useEnough(wanted === '' ? undefined : found, items.length, mostHits);
  const close = useEffectEvent(onClose);
  // Where the browser's Back is not held, it leads away from the page below. A page that was asked for before may still come.
  useEffect(() => {
    const onBack = () => close();
    window.addEventListener('popstate', onBack);
    return () => window.removeEventListener('popstate', onBack);
  }, []);
  const actions = [...inFolderActions(), ...newFolderActions(), ...pageActions()];

  return (
    <InReach connection={connection}>
      <Palette
        typed={typed}
        onTyped={setTyped}
        heading={wanted === '' ? 'Recent' : 'Results'}
        hits={items.slice(0, mostHits)}
        isStale={isStale}
        nothing={nothingText()}
        actions={actions}
        all={
          wanted === '' || (items.length === 0 && !isUnfinished)
            ? undefined
            : { to: `/find?${new URLSearchParams({ q: wanted })}`, text: allText(items.length, query.hasNextPage) }
        }
        onOpen={open}
        onClose={onClose}
      />
    </InReach>
  );

  function nothingText(): string | undefined {
    if (query.error && query.data === undefined) return callErrorMessage(query.error);
    if (items.length > 0 || wanted === '' || isStale) return undefined;
    if (isLooking) return 'Searching further…';
    return isUnfinished ? 'Nothing found so far. Not everything was searched.' : `No results for “${wanted}”`;
  }

  function open({ entry, path }: ViewItem, what: 'itself' | 'folder') {
    if (what === 'folder') void navigate(placeAddress(path), { state: { reveal: entry.id } satisfies RevealState });
    else if (!('url' in entry)) void navigate(`/folder/${entry.id}`);
    else if (offline) toasts.show(visibleName(entry.name), fileOfflineMessage);
    else window.open(entry.url, '_blank', 'noopener');
  }

  function inFolderActions(): PaletteAction[] {
    if (folderId === undefined || folderId === null) return [];
    const address = `/find?${new URLSearchParams({ ...(wanted !== '' && { q: wanted }), in: folderId })}`;
    const label = wanted === '' ? 'Find in this folder' : `Find “${wanted}” in this folder`;
    return [{ id: 'in-folder', label, icon: SearchIcon, mustBeChosen: true, run: () => void navigate(address) }];
  }

  function newFolderActions(): PaletteAction[] {
    if (wanted === '' || folderId === undefined || offline) return [];
    const run = () =>
      createFolder(workspace, wanted, folderId).catch((error: unknown) =>
        toasts.show(wanted, `Not created. ${nameErrorMessage(error, wanted, 'folder')}`),
      );
    return [
      { id: 'new-folder', label: `New Folder “${wanted}”`, icon: PlusIcon, mustBeChosen: true, run: () => void run() },
    ];
  }

  function pageActions(): PaletteAction[] {
    const words = foldText(wanted);
    return pages
      .filter(
        ({ label }) => wanted === '' || foldText(label).startsWith(words) || foldText(label.slice(6)).startsWith(words),
      )
      .map(({ to, label, icon }) => ({ id: to, label, icon, run: () => void navigate(to) }));
  }
}

/** The folder that a page shows: null is Root, undefined none. */
function folderOf(pathname: string): string | null | undefined {
  if (pathname === '/task') return null;
  return /^\/folder\/([^/]+)$/.exec(pathname)?.[1];
}

function allText(count: number, isMore: boolean): string {
  if (count === 0) return 'Search further';
  if (count === 1) return 'All that was found';
  return isMore ? 'All results' : `All ${counted(count, 'result')}`;
}
