/** Of package.json, which the built files cannot import: it lies outside of `dist`. */
const VERSION = '0.1.0';

/** Tells the service what asks; n8n names itself alone. */
export const USER_AGENT = `n8n-nodes-docscore/${VERSION} n8n`;
