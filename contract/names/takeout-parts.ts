/** Google names the parts of one export alike: `takeout-20240601T120000Z-001.zip`, lately with one more number. */
const part = /^(takeout-\d{8}T\d{6}Z)(-\d+)?-\d+\.zip$/i;

/** What the names of all parts of a Google Takeout begin with; undefined for the name of something else. */
export function takeoutOf(name: string): string | undefined {
  return part.exec(name)?.[1];
}
