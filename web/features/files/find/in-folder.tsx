import { useEffect, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CloseIcon } from '#web/ui/icons/icons.tsx';
import type { Listings } from '../listing/listings.ts';

type InFolderProps = { id: string; read: Listings['read']; onRemove: () => void };

/** The folder in which is looked; without it everywhere. */
export function InFolder({ id, read, onRemove }: InFolderProps) {
  const [name, setName] = useState('this folder');

  useEffect(() => {
    let left = false;
    read(id).then(
      (folder) => left || setName(visibleName(folder.name)),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [id, read]);

  return (
    <Button compact aria-label={`In ${name}. Find everywhere`} onClick={onRemove}>
      <span dir="auto">In {name}</span>
      <CloseIcon className="ic--16" />
    </Button>
  );
}
