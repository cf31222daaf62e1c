import { PlusIcon } from '../../ui/icons/icons.tsx';

type NewFileTileProps = { onFiles: (files: Iterable<File>) => void; disabled: boolean; offline: boolean };

/** Four corners round nothing: put something here. Opens the file picker. */
export function NewFileTile({ onFiles, disabled, offline }: NewFileTileProps) {
  return (
    <li className="tile">
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the words stand deeper than the rule looks */}
      <label className="place">
        <span className="tile__stage">
          <span className="mount slot">
            <span>
              <PlusIcon />
              New File
            </span>
          </span>
        </span>
        <input
          className="sr-only"
          type="file"
          multiple
          disabled={disabled || offline}
          onChange={({ currentTarget }) => {
            onFiles(Array.from(currentTarget.files ?? []));
            // Choosing the same file again is a change again.
            currentTarget.value = '';
          }}
        />
      </label>
      <div className="tile__cap">
        <span className="meta">{offline ? 'when you are online again' : 'or drop it anywhere'}</span>
      </div>
    </li>
  );
}
