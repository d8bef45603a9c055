import { createHook } from 'node:async_hooks';

/** Counts the TCP connections that this process opens, to any address. */
export function countDials(): { made(): number; stop(): void } {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'TCPCONNECTWRAP') count += 1;
    },
  });
  hook.enable();
  return { made: () => count, stop: () => void hook.disable() };
}
