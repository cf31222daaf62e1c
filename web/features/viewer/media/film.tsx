import './media.css';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { Failed } from '../said/said.tsx';
import { usePlayer } from './use-player.ts';

type MediaProps = { file: StoredFile; onDownload: () => void };

/** A film in the browser's own player, which asks for the parts that it plays. */
export function Film({ file, onDownload }: MediaProps) {
  const { failed, retry, ...events } = usePlayer();
  if (failed) return <Failed title="This film cannot be played" {...{ file, onDownload }} onRetry={retry} />;
  return (
    <>
      <div className="viewer__content media">
        <div className="film__reel">
          <video
            src={file.url}
            poster={file.preview?.state === 'made' ? file.preview.url : undefined}
            aria-label="Player"
            controls
            playsInline
            preload="metadata"
            {...events}
          />
        </div>
      </div>
      <div className="viewer__tools" />
    </>
  );
}
