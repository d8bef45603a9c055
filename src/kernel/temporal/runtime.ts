import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Logger } from '../../platform/observe/log';

/** Without `forward` the SDK's core prints coloured text to standard output, between the lines. */
export function installRuntime(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      log[level === 'ERROR' ? 'error' : 'warn']({ sdk: level, ...meta }, message);
    }),
    telemetryOptions: { logging: { forward: {} } },
    // The process handles its signals itself.
    shutdownSignals: [],
  });
}
