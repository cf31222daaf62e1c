import type { ComponentType } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DownloadIcon, InfoIcon, MoreIcon, StarIcon, TrashIcon } from '#web/ui/icons/icons.tsx';

/** What can be done with the file that is shown. */
export type ViewerActions = {
  star: (file: StoredFile) => void;
  download: (file: StoredFile) => void;
  moveToTrash: (file: StoredFile) => void;
  /** Unpacks an archive; undefined for other files. */
  unpacking: (file: StoredFile) => (() => void) | undefined;
  /** Opens the menu of everything else, at a button. */
  more: (file: StoredFile, button: Element) => void;
};

type ViewerActionsBarProps = {
  file: StoredFile;
  actions: ViewerActions;
  /** Nothing can be changed. */
  offline: boolean;
  hasDetails: boolean;
  toggleDetails: () => void;
  toTrash: () => void;
};

/** The actions beside the name; on a phone they stand below the file. */
export function ViewerActionsBar({
  file,
  actions,
  offline,
  hasDetails,
  toggleDetails,
  toTrash,
}: ViewerActionsBarProps) {
  return (
    <>
      <div className="viewer__actions" role="group" aria-label="Actions">
        <Action
          label={file.starred ? 'Remove star' : 'Star'}
          icon={StarIcon}
          disabled={offline}
          onClick={() => actions.star(file)}
        />
        <Action label="Download" icon={DownloadIcon} disabled={offline} onClick={() => actions.download(file)} />
        <Action label="Trash" tip="Move to Trash (Del)" icon={TrashIcon} disabled={offline} onClick={toTrash} />
        <Action label="Details" tip="Details (i)" icon={InfoIcon} pressed={hasDetails} onClick={toggleDetails} />
      </div>
      <Button
        variant="quiet"
        icon
        aria-label="More"
        aria-haspopup="menu"
        data-tooltip="More"
        onClick={({ currentTarget }) => actions.more(file, currentTarget)}
      >
        <MoreIcon />
      </Button>
    </>
  );
}

type ActionProps = {
  label: string;
  tip?: string;
  icon: ComponentType;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
};

function Action({ label, tip = label, icon: Icon, disabled, pressed, onClick }: ActionProps) {
  return (
    <Button variant="quiet" disabled={disabled} aria-pressed={pressed} data-tooltip={tip} onClick={onClick}>
      <Icon />
      <span>{label}</span>
    </Button>
  );
}
