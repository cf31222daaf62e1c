import type { KeyboardEvent } from 'react';
import { isTyping } from '#web/ui/browser/is-typing.ts';

type Keys = {
  go: (by: 1 | -1) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  fullScreen: () => void;
  toggleDetails: () => void;
  /** Missing while nothing can be changed. */
  toTrash: (() => void) | undefined;
};

/** A key that is held does these only once. */
const once = ['Delete', 'f', 'i'];

/** How far an arrow key scrolls, in CSS pixels, and Page Down, of what is seen: about as browsers do. */
const lineHeight = 40;
const pageShare = 0.875;

/** A key of the viewer. What has the focus and uses a key itself keeps it: a player, a field, a table that scrolls. */
export function onViewerKey(event: KeyboardEvent, keys: Keys): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // React passes on what was pressed in a menu or dialog that is open over this one.
  if (!(event.target instanceof Element) || event.target.closest('dialog') !== event.currentTarget) return;
  if (isTyping(event.target)) return;
  if (event.key === ' ' && togglePlayer(event)) return event.preventDefault();
  if (scrollDocument(event)) return event.preventDefault();
  // With Caps Lock a letter is a capital.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const run = actionOf(key, keys);
  if (run === undefined || usesArrows(event) || (event.repeat && once.includes(key))) return;
  event.preventDefault();
  run();
}

function actionOf(key: string, keys: Keys): (() => void) | undefined {
  switch (key) {
    case 'ArrowLeft':
      return () => keys.go(-1);
    case 'ArrowRight':
      return () => keys.go(1);
    case '+':
    case '=':
      return keys.zoomIn;
    case '-':
      return keys.zoomOut;
    case '0':
      return keys.fit;
    case 'f':
      return keys.fullScreen;
    case 'i':
      return keys.toggleDetails;
    case 'Delete':
      return keys.toTrash;
    default:
      return undefined;
  }
}

function usesArrows({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || !key.startsWith('Arrow')) return false;
  return target instanceof HTMLMediaElement || target.scrollWidth > target.clientWidth + 1;
}

/** From the stage, a document scrolls as if it had the focus, so that the arrows at the sides still step. */
function scrollDocument({ target, currentTarget, key, shiftKey }: KeyboardEvent): boolean {
  const desk = currentTarget.querySelector('.desk');
  if (desk === null || !(target instanceof HTMLElement) || !target.matches('.viewer__stage')) return false;
  const page = desk.clientHeight * pageShare;
  const ways: Record<string, number> = {
    ArrowUp: -lineHeight,
    ArrowDown: lineHeight,
    PageUp: -page,
    PageDown: page,
    ' ': shiftKey ? -page : page,
    Home: -desk.scrollHeight,
    End: desk.scrollHeight,
  };
  const top = ways[key];
  if (top === undefined) return false;
  desk.scrollBy({ top });
  return true;
}

/** From the stage, Space plays and pauses a film or sound. */
function togglePlayer({ target, currentTarget }: KeyboardEvent): boolean {
  const player = currentTarget.querySelector<HTMLMediaElement>('video, audio');
  if (player === null || !(target instanceof HTMLElement)) return false;
  if (target.matches('button, a, video, audio') || target.closest('.viewer__panel')) return false;
  if (player.paused) void player.play().catch(() => {});
  else player.pause();
  return true;
}
