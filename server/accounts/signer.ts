import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const keyBytes = 32;

/** Signs texts for one purpose, with a key that is derived from the server's secret (HKDF and HMAC, SHA-256). */
export function createSigner(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `keepsake ${purpose}`, keyBytes));
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  return {
    /** In base64url. */
    sign,
    /** Whether it is the signature of the text; compared in constant time. */
    isSignature(signature: string, text: string): boolean {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
