/** Keeps the cookies of one server, as RFC 6265 asks of a user agent; path and domain are not told apart. */
export function createCookieJar(initial: Record<string, string> = {}) {
  const cookies = new Map(Object.entries(initial));
  return {
    /** The value of a Cookie header. */
    header: () => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    /** The cookies by name. */
    all: () => Object.fromEntries(cookies),
    /** Takes over what an answer sets or takes back. */
    store(response: Response): void {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';');
        const [name = '', ...value] = pair.trim().split('=');
        if (attributes.some(isOver)) cookies.delete(name);
        else cookies.set(name, value.join('='));
      }
    },
  };
}

function isOver(attribute: string): boolean {
  const [name = '', value = ''] = attribute.trim().split('=');
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0;
  return name.toLowerCase() === 'expires' && new Date(value).getTime() <= Date.now();
}
