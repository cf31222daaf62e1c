/** The number of arguments of one call is limited. */
const stepBytes = 0x8000;

/** Standard Base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += stepBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + stepBytes));
  }
  return btoa(binary);
}

/** The bytes of standard Base64. Throws a DOMException (InvalidCharacterError) if it is malformed. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** In small letters. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function hexToBase64(hex: string): string {
  return toBase64(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}
