import type { Logger } from '../platform/observe/log';

/** Resolves on SIGTERM, SIGINT, or when the supervisor has exited. */
export function stopRequested(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const stop = (reason: string) => {
      log.info({ reason }, 'stopping');
      resolve();
    };
    process.once('SIGTERM', () => stop('SIGTERM'));
    process.once('SIGINT', () => stop('SIGINT'));
    if (process.send === undefined) return;
    process.once('disconnect', () => stop('supervisor exited'));
    // The IPC channel must not keep the process alive.
    process.channel?.unref();
  });
}

/** Does nothing without a supervisor. */
export function reportReady(): void {
  process.send?.({ ready: true });
}

/** Logs an uncaught error and exits with 1; the supervisor restarts the process. */
export function endOnUncaught(log: Logger): void {
  // Without a listener Node raises an unhandled rejection as an uncaught exception. In a worker,
  // the SDK's listener fails the task of the workflow that caused it.
  process.on('uncaughtException', (error) => {
    // `fatal` writes synchronously, with the lines before it.
    log.fatal({ err: error }, 'uncaught error');
    process.exit(1);
  });
}
