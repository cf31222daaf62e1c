import type { ComponentType } from 'react';
import { maxArchiveIds } from '#contract/limits.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import { isShown } from '#contract/shown-types.ts';
import {
  BoxIcon,
  ClockIcon,
  CopyIcon,
  DownloadIcon,
  DuplicateIcon,
  EyeIcon,
  FolderInIcon,
  InfoIcon,
  OpenInTabIcon,
  PencilIcon,
  SearchIcon,
  StarIcon,
  TrashIcon,
  UnpackIcon,
} from '#web/ui/icons/icons.tsx';
import { opensIn } from '../parts/opens-in.ts';
import { notHere } from '../pictures/file-words.ts';

type Entry = Folder | StoredFile;

/** What a command is for: entries of the folder that is shown, or that folder itself. Root as a target has no entries. */
export type Target = {
  entries: readonly Entry[];
  isShownFolder: boolean;
  /** They are what is selected. */
  isSelected?: boolean;
  /** It is what the viewer shows. */
  isViewed?: boolean;
};

/** The parts of a menu, from the top. */
export const groups = ['open', 'change', 'places', 'trash'] as const;

/** What the commands can do. */
export type CommandActions = {
  show: (what: 'details' | 'rename' | 'move' | 'copy', target: Target) => void;
  copy: (entry: Entry) => void;
  moveToTrash: (target: Target) => void;
  star: (entries: readonly Entry[], starred: boolean) => void;
  download: (target: Target) => void;
  /** Looks at a file, or at the first one that is shown. */
  view: (file: StoredFile | undefined) => void;
  unpack: (zips: readonly StoredFile[]) => void;
  /** Says why something is not done. */
  refuse: (what: string, why: string) => void;
};

export type Command = {
  id: string;
  label: string;
  icon: ComponentType<{ className?: string }>;
  group: (typeof groups)[number];
  /** Only for pages that have no room for it beside the menu: those of phones, or also of narrow windows. */
  instead?: 'phone' | 'narrow';
  /** Whether the bar of the viewer has it. */
  isInViewer?: true;
  /** Whether Enter on the entry does the same. */
  isEnter?: (target: Target) => boolean;
  /** The key that does the same, as in KeyboardEvent, and what is printed on it. */
  key?: { value: string; label: string };
  /** What it is called in the bar of what is selected, if it stands there. */
  barLabel?: string;
  /** What it removes can be restored. */
  isDanger?: true;
  /** Whether it works without the server. */
  worksOffline?: (target: Target) => boolean;
  /** What it is called when it does not work without the server. */
  offlineLabel?: string;
  isFor: (target: Target) => boolean;
  /** Why it cannot be done with them, although it is for them. */
  refusal?: (target: Target) => string | undefined;
} & (
  | { run: (target: Target, actions: CommandActions) => void }
  /** A link, so that the browser can open it as it opens other links. */
  | { link: (target: Target) => { to: string; newTab: boolean } }
);

const tooMany = `Select ${maxArchiveIds.toLocaleString('en')} or fewer, or download their folder.`;

/** Everything that can be done with entries: menus, group by group, the bar and the keyboard are made from this list, in this order. */
export const commands: readonly Command[] = [
  {
    id: 'open',
    label: 'Open',
    icon: BoxIcon,
    group: 'open',
    isEnter: () => true,
    worksOffline: () => true,
    isFor: (target) => !target.isShownFolder && only(target, isFolder),
    link: ({ entries: [entry] }) => ({ to: `/folder/${entry?.id}`, newTab: false }),
  },
  {
    id: 'open-in-tab',
    label: 'Open in new tab',
    icon: OpenInTabIcon,
    group: 'open',
    isEnter: (target) => !isEnterViewing(target),
    offlineLabel: notHere,
    // A tab of another type would only download it.
    isFor: (target) => only(target, (entry) => isFile(entry) && isShown(entry.contentType)),
    link: ({ entries: [entry] }) => ({ to: entry && isFile(entry) ? entry.url : '', newTab: true }),
  },
  {
    id: 'view',
    label: 'View',
    icon: EyeIcon,
    group: 'open',
    isInViewer: true,
    isEnter: isEnterViewing,
    worksOffline: () => true,
    isFor: (target) => only(target, isFile),
    run: ({ entries: [entry] }, { view }) => entry && isFile(entry) && view(entry),
  },
  {
    id: 'view-all',
    label: 'View all',
    icon: EyeIcon,
    group: 'open',
    instead: 'narrow',
    worksOffline: () => true,
    isFor: ({ isShownFolder }) => isShownFolder,
    run: (_target, { view }) => view(undefined),
  },
  {
    id: 'find-in',
    label: 'Find in this folder',
    icon: SearchIcon,
    group: 'open',
    isFor: (target) => only(target, isFolder),
    link: ({ entries: [entry] }) => ({ to: `/find?in=${entry?.id}`, newTab: false }),
  },
  {
    id: 'rename',
    label: 'Rename',
    icon: PencilIcon,
    group: 'change',
    key: { value: 'F2', label: 'F2' },
    isFor: ({ entries }) => entries.length === 1,
    run: (target, { show }) => show('rename', target),
  },
  {
    id: 'move',
    label: 'Move to…',
    icon: FolderInIcon,
    group: 'change',
    key: { value: 'm', label: 'm' },
    barLabel: 'Move',
    isFor: ({ entries }) => entries.length > 0,
    run: (target, { show }) => show('move', target),
  },
  {
    id: 'copy-to',
    label: 'Copy to…',
    icon: CopyIcon,
    group: 'change',
    barLabel: 'Copy',
    isFor: ({ entries }) => entries.length > 0,
    run: (target, { show }) => show('copy', target),
  },
  {
    id: 'copy',
    label: 'Make a copy',
    icon: DuplicateIcon,
    group: 'change',
    isFor: ({ entries }) => entries.length === 1,
    run: ({ entries: [entry] }, { copy }) => entry && copy(entry),
  },
  {
    id: 'download',
    label: 'Download',
    icon: DownloadIcon,
    group: 'open',
    isInViewer: true,
    barLabel: 'Download',
    isFor: ({ entries, isShownFolder }) => entries.length > 0 || isShownFolder,
    refusal: ({ entries }) => (entries.length > maxArchiveIds ? tooMany : undefined),
    run: (target, { download }) => download(target),
  },
  {
    id: 'unpack',
    label: 'Unpack here',
    icon: UnpackIcon,
    group: 'change',
    isFor: ({ entries }) => entries.length > 0 && entries.every(isZip),
    run: ({ entries }, { unpack }) => unpack(entries.filter(isFile)),
  },
  {
    id: 'star',
    label: 'Star',
    icon: StarIcon,
    group: 'change',
    isInViewer: true,
    barLabel: 'Star',
    isFor: ({ entries }) => entries.some(({ starred }) => !starred),
    run: ({ entries }, { star }) => star(entries, true),
  },
  {
    id: 'unstar',
    label: 'Remove star',
    icon: StarIcon,
    group: 'change',
    isInViewer: true,
    barLabel: 'Remove star',
    isFor: ({ entries }) => entries.length > 0 && entries.every(({ starred }) => starred),
    run: ({ entries }, { star }) => star(entries, false),
  },
  {
    id: 'details',
    label: 'Details',
    icon: InfoIcon,
    group: 'change',
    isInViewer: true,
    worksOffline: () => true,
    isFor: ({ entries }) => entries.length === 1,
    run: (target, { show }) => show('details', target),
  },
  {
    id: 'trash',
    label: 'Move to Trash',
    icon: TrashIcon,
    group: 'trash',
    isInViewer: true,
    key: { value: 'Delete', label: 'Del' },
    barLabel: 'Move to Trash',
    isDanger: true,
    isFor: ({ entries }) => entries.length > 0,
    run: (target, { moveToTrash }) => moveToTrash(target),
  },
  placeCommand('open-starred', 'Open Starred', StarIcon, '/starred'),
  placeCommand('open-recent', 'Open Recent', ClockIcon, '/recent'),
  placeCommand('open-trash', 'Open Trash', TrashIcon, '/trash'),
];

/** The command that a key runs on a target. */
export function commandOf(key: string, target: Target): Command | undefined {
  return commands.find((command) => command.key?.value === key && command.isFor(target));
}

/** Opens another place from the menu of a folder, for which the bar of a phone has no room. */
function placeCommand(id: string, label: string, icon: Command['icon'], to: string): Command {
  return {
    id,
    label,
    icon,
    group: 'places',
    instead: 'phone',
    worksOffline: () => true,
    isFor: ({ isShownFolder }) => isShownFolder,
    link: () => ({ to, newTab: false }),
  };
}

function only({ entries: [entry, ...others] }: Target, is: (entry: Entry) => boolean): boolean {
  return entry !== undefined && others.length === 0 && is(entry);
}

function isFile(entry: Entry): entry is StoredFile {
  return 'url' in entry;
}

function isFolder(entry: Entry): boolean {
  return !isFile(entry);
}

/** Enter on what is selected shows it over the page, as every click does where that was chosen. */
function isEnterViewing({ isSelected }: Target): boolean {
  return isSelected === true || opensIn() === 'viewer';
}

/** Whether an entry can be unpacked here. Other programs give zips other types, and other files that one. */
export function isZip(entry: Entry): boolean {
  return isFile(entry) && (/\.zip$/i.test(entry.name) || entry.contentType === 'application/zip');
}
