/** The only part of the package that is used, so that bundles exclude the rest. */
export { createSHA256 } from 'hash-wasm';
