import { WarningIcon } from '../../ui/icons/icons.tsx';

export const nameTroubleId = 'new-folder-trouble';

/** Why the name of a new folder was not taken; the field names it as its description. */
export function NameTrouble({ sentence }: { sentence: string | undefined }) {
  if (!sentence) return null;
  return (
    <p className="err" id={nameTroubleId} role="alert">
      <WarningIcon />
      <span className="wrap-anywhere">{sentence}</span>
    </p>
  );
}
