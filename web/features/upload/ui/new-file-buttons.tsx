import './new-file.css';
import { buttonClass } from '#web/ui/controls/button.tsx';
import { UploadIcon } from '#web/ui/icons/icons.tsx';
import { FilePicker, FolderPicker, type NewFileProps } from './pickers.tsx';

/** The button above a list that uploads files. */
export function NewFileButton(props: NewFileProps) {
  return (
    <label className={`${buttonClass({ variant: 'primary' })} new-file`}>
      <UploadIcon />
      New File
      <FilePicker {...props} />
    </label>
  );
}

/** The button above a list that uploads a whole folder. */
export function WholeFolderButton(props: NewFileProps) {
  return <FolderPicker {...props} className={`${buttonClass({ variant: 'quiet' })} new-file`} />;
}
