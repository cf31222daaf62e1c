import { PlusIcon } from '../icons/icons.tsx';

/** Below either of them while the server cannot be reached. */
export function OfflineCaption() {
  return <span className="meta place__offline">Available when you're back online</span>;
}

/** An empty box with a label: a folder can be made here. */
export function NewFolderPlace() {
  return (
    <span className="tile__stage">
      <span className="box">
        <span className="box__back" />
        <span className="box__front">
          <span className="label">
            <PlusIcon />
            New Folder
          </span>
        </span>
      </span>
    </span>
  );
}

/** Four corners around nothing: a file can be put here. */
export function NewFilePlace() {
  return (
    <span className="tile__stage">
      <span className="mount slot">
        <span>
          <PlusIcon />
          New File
        </span>
      </span>
    </span>
  );
}
