/** The value of a cookie in a Cookie header. */
export function cookieIn(cookieHeader: string | null, name: string): string | undefined {
  const pair = (cookieHeader ?? '').split(';').find((candidate) => candidate.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}
