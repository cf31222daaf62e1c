import type { ReactNode } from 'react';
import { canPickHandles, pickFiles, pickFolder } from '../queue/file-handles.ts';
import { type FileTree, treeOfHandle, treeOfPicked } from '../tree/file-tree.ts';

export type NewFileProps = {
  onFiles: (files: readonly File[]) => void;
  onTree: (tree: Promise<FileTree>) => void;
  /** A file or folder could not be read. */
  onUnreadable: (name: string) => void;
  /** While the folder is not known. */
  disabled: boolean;
  offline: boolean;
};

/** Opens the browser's file picker. It is hidden in a label that names it. */
export function FilePicker({ onFiles, onUnreadable, disabled, offline }: NewFileProps) {
  return (
    <input
      className="sr-only"
      type="file"
      multiple
      disabled={disabled || offline}
      aria-keyshortcuts="u"
      onClick={(event) => {
        // A picker that gives handles lets an upload resume after a reload.
        if (!canPickHandles()) return;
        event.preventDefault();
        void pickFiles(onUnreadable).then(onFiles);
      }}
      onChange={({ currentTarget }) => {
        onFiles(Array.from(currentTarget.files ?? []));
        // Choosing the same file again is a change again.
        currentTarget.value = '';
      }}
    />
  );
}

/**
 * Opens the browser's folder picker, where it has one. Chromium gives everything in the folder; other browsers leave out
 * empty folders.
 */
export function FolderPicker({
  onTree,
  onUnreadable,
  disabled,
  offline,
  className,
  icon,
}: NewFileProps & { className?: string; icon?: ReactNode }) {
  if (!('webkitdirectory' in HTMLInputElement.prototype)) return null;
  return (
    <label className={className}>
      {icon}
      Upload a folder
      <input
        className="sr-only"
        type="file"
        ref={(input) => {
          if (input) input.webkitdirectory = true;
        }}
        disabled={disabled || offline}
        onClick={(event) => {
          if (!canPickHandles()) return;
          event.preventDefault();
          void pickFolder().then((folder) => folder && onTree(treeOfHandle(folder, onUnreadable)));
        }}
        onChange={({ currentTarget }) => {
          onTree(Promise.resolve(treeOfPicked(Array.from(currentTarget.files ?? []))));
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
