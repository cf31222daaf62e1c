/** The first frames are often black. */
const wantedSeconds = 3;
/** For each step: some films open and never show a frame. */
const timeoutMs = 20_000;
/** Of a frame that is taken for black no pixel is brighter, from 0 to 255. */
const darkest = 24;
const quality = 0.9;
/** The longest side, in pixels: more are shown nowhere. */
const posterPixels = 2048;

/** A frame of a film that the browser plays, as JPEG; undefined if it shows none. Throws if it does not play it. */
export async function takePoster(film: File): Promise<Blob | undefined> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(film);
  try {
    video.muted = true;
    video.preload = 'auto';
    await next(video, 'loadeddata', () => {
      video.src = url;
    });
    const seconds = Number.isFinite(video.duration) ? video.duration : 0;
    for (const at of [Math.min(wantedSeconds, seconds / 3), seconds / 2, (seconds * 2) / 3]) {
      await next(video, 'seeked', () => {
        video.currentTime = at;
      });
      if (!isBlack(video)) return await jpegOf(draw(video, posterPixels));
    }
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

async function next(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', begin: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const { signal } = ended;
  video.addEventListener(event, () => resolve(), { signal });
  video.addEventListener('error', () => reject(new Error('It does not play')), { signal });
  const late = setTimeout(() => reject(new Error('It takes too long')), timeoutMs);
  begin();
  try {
    await promise;
  } finally {
    clearTimeout(late);
    ended.abort();
  }
}

/** The frame that is shown, no larger than so many pixels a side. */
function draw(video: HTMLVideoElement, side: number): HTMLCanvasElement {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, side / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function isBlack(video: HTMLVideoElement): boolean {
  const small = draw(video, 16);
  const pixels = small.getContext('2d')?.getImageData(0, 0, small.width, small.height).data ?? [];
  return pixels.every((value, at) => at % 4 === 3 || value <= darkest);
}

async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  return blob ?? undefined;
}
