import type { Logger } from '../lib/log';

/** Resolves when the process is asked to stop: by a signal, or because its supervisor has gone. */
export function stopRequested(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const stop = (reason: string) => {
      log.info({ reason }, 'stopping');
      resolve();
    };
    process.once('SIGTERM', () => stop('SIGTERM'));
    process.once('SIGINT', () => stop('SIGINT'));
    if (process.send === undefined) return;
    process.once('disconnect', () => stop('supervisor gone'));
    // Listening must not keep a process alive that has stopped for another reason.
    process.channel?.unref();
  });
}

/** Tells the supervisor, if there is one, that the process can do its work. */
export function reportReady(): void {
  process.send?.({ ready: true });
}

/** What nobody caught ends the process, and is in the log: the supervisor starts a new one. */
export function endOnUncaught(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught');
    log.flush(() => process.exit(1));
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
