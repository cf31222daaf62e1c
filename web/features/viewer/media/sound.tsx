import './media.css';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { Failed } from '../said/said.tsx';
import { usePlayer } from './use-player.ts';

type SoundProps = { file: StoredFile; onDownload: () => void };

/** A sound as the inlay card of a cassette, with its cover if it has one, and the browser's own player. */
export function Sound({ file, onDownload }: SoundProps) {
  const { failed, retry, ...events } = usePlayer();
  if (failed) return <Failed title="This sound cannot be played" {...{ file, onDownload }} onRetry={retry} />;
  const cover = file.preview?.state === 'made' ? file.preview : undefined;
  return (
    <>
      <div className="viewer__content media">
        <div className="sound">
          {cover ? <img src={cover.screenUrl ?? cover.url} alt="" /> : <Wave />}
          <p dir="auto" aria-hidden="true">
            {visibleName(file.name)}
          </p>
          <audio src={file.url} aria-label="Player" controls preload="metadata" {...events} />
        </div>
      </div>
      <div className="viewer__tools" />
    </>
  );
}

const bars = [12, 30, 52, 40, 20, 34, 60, 64, 44, 26, 40, 72, 88, 76, 44, 22, 26, 32, 20, 28, 48, 80, 70, 36, 42, 20];

/** Not of this sound: a drawing. */
function Wave() {
  return (
    <svg viewBox="0 0 260 96" preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.map((height, at) => `M${at * 10 + 5} ${48 - height / 2}v${height}`).join('')} />
    </svg>
  );
}
