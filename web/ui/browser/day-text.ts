const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** A moment, in milliseconds since the epoch, as a day: "12 Aug 2026". */
export function dayText(moment: number): string {
  return day.format(moment);
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time of a moment, in milliseconds since the epoch, to the minute: "05:52". */
export function timeText(at: number): string {
  return time.format(at);
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment, in milliseconds since the epoch, to the minute: "12 Aug 2026, 05:52". */
export function momentText(at: number): string {
  return moment.format(at);
}
