import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';

const key = Symbol.for('saphan.temporal-logs');
const shelf = globalThis as Record<symbol, unknown>;

/** The SDK has one runtime per process, and test files share the process. */
export async function replaceTemporalRuntime(install: () => void): Promise<void> {
  shelf[key] = undefined;
  await Runtime.instance().shutdown();
  install();
}

/** Workers of this file log this level and above. */
export async function logTemporal(level: 'WARN' | 'ERROR'): Promise<void> {
  if (shelf[key] === level) return;
  await replaceTemporalRuntime(() => {
    Runtime.install({
      logger: new DefaultLogger(level),
      telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: level }) } },
    });
  });
  shelf[key] = level;
}
