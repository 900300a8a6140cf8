/** On a small, busy machine, a page of n8n can be late. The error of the first try is logged. */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
