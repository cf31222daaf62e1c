import { networksOf } from './networks.ts';

/** Where a request comes from, as it is recorded. */
export type Client = { address: string | null; userAgent: string | null };

/** The header with which the server passes the client's address to the authentication service; see client-address.ts. */
export const clientAddressHeader = 'x-client-ip';

/** The client of a request whose headers have its address. */
export function clientOf(headers: Headers | undefined): Client {
  return {
    address: headers?.get(clientAddressHeader) ?? null,
    userAgent: headers?.get('user-agent') ?? null,
  };
}

/** Whether a log-in comes from a browser and a network of an earlier one: versions change, and so does the rest of an address. */
export function isSameDevice(one: Client, other: Client): boolean {
  const familyOf = ({ userAgent }: Client) => userAgent?.replace(/[\d._]+/g, '') ?? '';
  const networkOf = ({ address }: Client) => {
    const [narrowest] = networksOf(address ?? '');
    const name = narrowest?.name ?? '';
    return name
      .split(/[.:]/)
      .slice(0, name.includes(':') ? 3 : 2)
      .join();
  };
  return familyOf(one) === familyOf(other) && networkOf(one) === networkOf(other);
}
