// Stryker's connection for its log would count as work in progress (eventLoop.ts).
for (const handle of process._getActiveHandles()) {
	if (handle.remotePort !== undefined) handle.unref();
}
