/** Ctrl-C in a terminal reaches npm too, which passes it on: both are one wish. */
const SAME_WISH_MS = 1_000;

/**
 * Resolves when the process is first asked to stop, by Ctrl-C, SIGTERM or the terminal's end, and
 * calls `force` when it is asked again.
 */
export function stopRequest(force: () => void): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs = 0;
    const ask = () => {
      if (firstAtMs === 0) {
        firstAtMs = Date.now();
        resolve();
      } else if (Date.now() - firstAtMs > SAME_WISH_MS) {
        force();
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  });
}
