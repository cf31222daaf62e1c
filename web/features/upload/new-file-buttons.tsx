import './new-file.css';
import { buttonLook } from '../../ui/button.tsx';
import { UploadIcon } from '../../ui/icons/icons.tsx';
import { FilePicker, FolderPicker, type NewFileProps } from './pickers.tsx';

/** The ways for new files that stand above a list. */
export function NewFileButtons(props: NewFileProps) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the input is a part of its own */}
      <label className={`${buttonLook({ look: 'primary' })} new-file`}>
        <UploadIcon />
        New File
        <FilePicker {...props} />
      </label>
      <FolderPicker {...props} className={`${buttonLook()} new-file`} />
    </>
  );
}
