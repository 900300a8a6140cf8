/** The options of a submission that is recognized by this key. */
export const byKey = <Key>(key: Key) => ({ deduplication: { setting: { by: 'key', key } } });

/** The options of a submission that is recognized by the content of its files. */
export const byContent = { deduplication: { setting: { by: 'content' } } };
