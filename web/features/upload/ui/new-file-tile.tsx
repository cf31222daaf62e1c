import { NewFilePlace, OfflineCaption } from '#web/ui/surfaces/new-places.tsx';
import '#web/ui/surfaces/place.css';
import './new-file.css';
import { FilePicker, FolderPicker, type NewFileProps } from './pickers.tsx';

/**
 * Four photo corners round nothing: put something here. Opens the file picker, and the folder picker from its caption.
 */
export function NewFileTile(props: NewFileProps) {
  return (
    <>
      <label className="place">
        <NewFilePlace />
        <FilePicker {...props} />
      </label>
      <div className="tile__cap">
        {props.offline ? (
          <OfflineCaption />
        ) : (
          <>
            <span className="meta drop-hint">or drop it anywhere</span>
            <FolderPicker {...props} className="meta whole-folder" />
          </>
        )}
      </div>
    </>
  );
}
