/** The one part of the package that is used, so that bundles leave out the rest. */
export { createSHA256 } from 'hash-wasm';
