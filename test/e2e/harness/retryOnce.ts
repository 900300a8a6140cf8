/** On a small, busy machine a page of n8n can be too late once; what was wrong is logged. */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
