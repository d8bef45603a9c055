type Stop = () => Promise<void>;

const key = Symbol.for('saphan.test-servers.stop');
const shelf = globalThis as typeof globalThis & { [key]?: Stop };

/** Passes the stop function from global-setup.ts to global-teardown.ts; jest does not. */
export function keepStop(stop: Stop): void {
  shelf[key] = stop;
}

export async function stopServers(): Promise<void> {
  await shelf[key]?.();
}
