const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago a moment was, to follow "saved": "a moment ago", "12 minutes ago", "3 days ago". Milliseconds. */
export function ageText(at: number, now: number): string {
  const passed = now - at;
  if (passed < minuteMs) return 'a moment ago';
  if (passed < hourMs) return relative.format(-Math.floor(passed / minuteMs), 'minute');
  if (passed < dayMs) return relative.format(-Math.floor(passed / hourMs), 'hour');
  return relative.format(-Math.floor(passed / dayMs), 'day');
}
