import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';

/** Imported for its effect, where workflows are meant to fail: each would be told of at length. */
Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
});
