/**
 * The version in package.json, which the built files cannot import because it is outside of `dist`.
 */
const VERSION = '0.1.0';

/** Identifies this package to the service; n8n would send only its own name. */
export const USER_AGENT = `n8n-nodes-docscore/${VERSION} n8n`;
