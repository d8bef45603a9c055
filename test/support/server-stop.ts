type Stop = () => Promise<void>;

const key = Symbol.for('saphan.test-servers.stop');
const shelf = globalThis as typeof globalThis & { [key]?: Stop };

/** How global-setup.ts leaves to global-teardown.ts what is to be stopped: jest joins them not. */
export function keepStop(stop: Stop): void {
  shelf[key] = stop;
}

export async function stopServers(): Promise<void> {
  await shelf[key]?.();
}
