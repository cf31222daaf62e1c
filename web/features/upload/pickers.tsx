import { canPickHandles, pickFiles } from './file-handles.ts';
import { type FileTree, treeOfPicked } from './file-tree.ts';

export type NewFileProps = {
  onFiles: (files: readonly File[]) => void;
  onTree: (tree: FileTree) => void;
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

/** Opens the browser's choice of a folder, where it has one. The browser leaves out folders that hold nothing. */
export function FolderPicker({ onTree, disabled, offline, className }: NewFileProps & { className: string }) {
  if (!('webkitdirectory' in HTMLInputElement.prototype)) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the words stand before the input
    <label className={className}>
      Whole folder
      <input
        className="sr-only"
        type="file"
        ref={(input) => {
          if (input) input.webkitdirectory = true;
        }}
        disabled={disabled || offline}
        onChange={({ currentTarget }) => {
          onTree(treeOfPicked(Array.from(currentTarget.files ?? [])));
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
