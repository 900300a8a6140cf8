/** Milliseconds of a clock that is never set, unlike that of the machine. */
export const now = (): number => performance.now();
