import './new-file.css';
import { buttonLook } from '#web/ui/controls/button.tsx';
import { UploadIcon } from '#web/ui/icons/icons.tsx';
import { FilePicker, FolderPicker, type NewFileProps } from './pickers.tsx';

/** The way for new files that stands above a list. */
export function NewFileButton(props: NewFileProps) {
  return (
    <label className={`${buttonLook({ look: 'primary' })} new-file`}>
      <UploadIcon />
      New File
      <FilePicker {...props} />
    </label>
  );
}

/** The way for a whole folder that stands above a list. */
export function WholeFolderButton(props: NewFileProps) {
  return <FolderPicker {...props} className={`${buttonLook({ look: 'quiet' })} new-file`} />;
}
