/** The ways in which a page takes in an address. */
export const contexts = [
  'frame',
  'image',
  'object',
  'embed',
  'script',
  'module',
  'style',
  'worker',
  'sharedWorker',
  'serviceWorker',
] as const;
export type Context = (typeof contexts)[number];

/** `mark` is unique and part of the url. */
export type Load = { mark: string; url: string; context: Context };

/** Where the page writes the outcome of each load, by its mark: whether it was taken in. */
export const outcomes = 'globalThis.outcomes';

/** An expression that begins loads in a page, after removing those before. */
export function beginLoads(loads: readonly Load[]): string {
  return `(${begin.toString()})(${JSON.stringify(loads)})`;
}

function begin(loads: readonly Load[]): void {
  const found: Record<string, boolean> = {};
  Object.assign(globalThis, { outcomes: found });
  document.body.replaceChildren();
  const elements: Record<string, (url: string) => HTMLElement> = {
    frame: (src) => Object.assign(document.createElement('iframe'), { src }),
    image: (src) => Object.assign(document.createElement('img'), { src }),
    object: (data) => Object.assign(document.createElement('object'), { data }),
    // Without a type, Chromium goes by the extension and may request nothing.
    embed: (src) => Object.assign(document.createElement('embed'), { src, type: 'text/html' }),
    script: (src) => Object.assign(document.createElement('script'), { src }),
    module: (src) => Object.assign(document.createElement('script'), { src, type: 'module' }),
    style: (href) => Object.assign(document.createElement('link'), { href, rel: 'stylesheet' }),
  };
  for (const { mark, url, context } of loads) {
    const settle = (isTaken: boolean) => {
      found[mark] = isTaken;
    };
    try {
      if (context === 'serviceWorker') {
        navigator.serviceWorker.register(url).then(
          () => settle(true),
          () => settle(false),
        );
      } else if (context === 'worker') {
        const worker = new Worker(url);
        worker.addEventListener('message', () => settle(true));
        worker.addEventListener('error', () => settle(false));
      } else if (context === 'sharedWorker') {
        const worker = new SharedWorker(url);
        worker.port.start();
        worker.port.addEventListener('message', () => settle(true));
        worker.addEventListener('error', () => settle(false));
      } else {
        const element = elements[context]?.(url);
        if (element === undefined) continue;
        element.addEventListener('load', () => settle(true));
        element.addEventListener('error', () => settle(false));
        document.body.append(element);
      }
    } catch {
      settle(false);
    }
  }
}
