import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';

/** Imported for its side effect where workflows fail on purpose: silences the SDK's logger. */
Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
});
