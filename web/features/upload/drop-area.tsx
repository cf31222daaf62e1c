import './drop-area.css';
import { useEffect, useState } from 'react';
import { droppedFiles, hoveringFiles } from './dropped-files.ts';

type DropAreaProps = {
  /** Undefined while the folder is not known: then nothing is taken, and nothing opens in place of the page either. */
  folderName: string | undefined;
  onFiles: (files: Iterable<File>) => void;
  onFolder: (name: string) => void;
};

/** The whole page takes files; while some hover over it, it says where they would go. */
export function DropArea({ folderName, onFiles, onFolder }: DropAreaProps) {
  const [count, setCount] = useState(0);
  const known = folderName !== undefined;

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;

    function hover(event: DragEvent) {
      const files = hoveringFiles(event.dataTransfer);
      if (files === 0) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setCount(known ? files : 0);
    }

    function drop(event: DragEvent) {
      setCount(0);
      if (!event.dataTransfer || hoveringFiles(event.dataTransfer) === 0) return;
      event.preventDefault();
      if (!known) return;
      const { files, folders } = droppedFiles(event.dataTransfer);
      onFiles(files);
      folders.forEach(onFolder);
    }

    window.addEventListener('dragenter', hover, { signal });
    window.addEventListener('dragover', hover, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('dragend', () => setCount(0), { signal });
    window.addEventListener(
      'dragleave',
      // Only the end of the page has nothing on the other side.
      (event) => event.relatedTarget === null && setCount(0),
      { signal },
    );
    return () => stop.abort();
  }, [known, onFiles, onFolder]);

  if (count === 0) return null;
  return (
    <div className="drop">
      <div className="mount">
        Let go to keep {count === 1 ? 'one file' : `${count} files`} in “{folderName}”
      </div>
    </div>
  );
}
