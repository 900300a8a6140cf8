/** Milliseconds of a monotonic clock, unlike the machine's clock, which can be set. */
export const now = (): number => performance.now();
