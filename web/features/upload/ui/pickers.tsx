import { canPickHandles, pickFiles, pickFolder } from '../queue/file-handles.ts';
import { type FileTree, treeOfHandle, treeOfPicked } from '../queue/file-tree.ts';

export type NewFileProps = {
  onFiles: (files: readonly File[]) => void;
  onTree: (tree: Promise<FileTree>) => void;
  /** Something of a folder could not be read. */
  onUnread: (name: string) => void;
  /** Until the folder is known. */
  disabled: boolean;
  /** The server is away. */
  offline: boolean;
};

/** Opens the browser's choice of files. Lies unseen in a label that names it. */
export function FilePicker({ onFiles, disabled, offline }: NewFileProps) {
  return (
    <input
      className="sr-only"
      type="file"
      multiple
      disabled={disabled || offline}
      aria-keyshortcuts="u"
      onClick={(event) => {
        // A choice that tells where the files lie lets an upload go on after a reload.
        if (!canPickHandles()) return;
        event.preventDefault();
        void pickFiles().then(onFiles);
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
 * Opens the browser's choice of a folder, where it has one. Chromium tells everything that lies in it; other browsers leave
 * out folders that hold nothing.
 */
export function FolderPicker({ onTree, onUnread, disabled, offline, className }: NewFileProps & { className: string }) {
  if (!('webkitdirectory' in HTMLInputElement.prototype)) return null;
  return (
    <label className={className}>
      Whole folder
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
          void pickFolder().then((folder) => folder && onTree(treeOfHandle(folder, onUnread)));
        }}
        onChange={({ currentTarget }) => {
          onTree(Promise.resolve(treeOfPicked(Array.from(currentTarget.files ?? []))));
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
