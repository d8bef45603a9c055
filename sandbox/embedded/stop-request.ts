/** npm forwards the Ctrl-C of a terminal: both signals are one request. */
const DUPLICATE_SIGNAL_MS = 1_000;

/** Resolves on the first SIGINT, SIGTERM or SIGHUP. Calls `force` on the next one. */
export function stopRequest(force: () => void): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs = 0;
    const ask = () => {
      if (firstAtMs === 0) {
        firstAtMs = Date.now();
        resolve();
      } else if (Date.now() - firstAtMs > DUPLICATE_SIGNAL_MS) {
        force();
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  });
}
