/** An error with this message that also says how to fix it: with this advice, or any. */
export const refusal = (message: string, advice: unknown = expect.stringMatching(/./)) =>
	expect.objectContaining({ message, description: advice });
