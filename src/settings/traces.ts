import { z } from 'zod';
import { setting, type ValuesOf } from './setting';
import { flag, httpUrl, integer } from './types';

const free = z.string().optional();
const milliseconds = integer(1, 600_000).optional();
const spans = integer(1, 1_000_000);

/**
 * Standard variables of OpenTelemetry, which the SDK reads itself. Those whose invalid values the
 * SDK would replace by a default are checked here.
 */
export const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(httpUrl, {
    description: 'URL of an OTLP/HTTP receiver, to which `/v1/traces` is added.',
    fallback: 'none; no [traces](operations.md#traces)',
    chart: { note: 'Add the port of the collector to networkPolicy.egressPorts.' },
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(httpUrl, {
    description: 'URL of an OTLP/HTTP receiver, complete.',
    fallback: 'none; no [traces](operations.md#traces)',
  }),
  OTEL_TRACES_EXPORTER: setting(z.enum(['otlp', 'none']).optional(), {
    description: '`otlp` without an endpoint sends to `http://localhost:4318`.',
    fallback: '`otlp` with an endpoint, else `none`',
  }),
  OTEL_SDK_DISABLED: setting(flag, { description: '`true`: no traces.' }),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(z.literal('http/protobuf').optional(), {
    description: 'Only `http/protobuf` is supported.',
    fallback: '`http/protobuf`',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(free, {
    description: 'Headers as `key=value` pairs, separated by commas.',
    secret: true,
  }),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(milliseconds, {
    description: 'Milliseconds for one export with its retries.',
    fallback: '10000',
  }),
  OTEL_EXPORTER_OTLP_COMPRESSION: setting(z.enum(['gzip', 'none']).optional(), {
    description: '`gzip` or `none`.',
    fallback: '`none`',
  }),
  OTEL_TRACES_SAMPLER: setting(
    z
      .enum([
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ])
      .optional(),
    {
      description: '`parentbased_traceidratio` with 0.01 records one trace in a hundred.',
      fallback: '`parentbased_always_on`',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1).optional(), {
    description: 'Ratio of the sampler, 0 to 1.',
    fallback: '1',
  }),
  OTEL_SERVICE_NAME: setting(free, {
    description: 'Name of the service in its traces.',
    fallback: '`saphan-api`, `saphan-worker`',
  }),
  OTEL_RESOURCE_ATTRIBUTES: setting(free, {
    description: 'Attributes of the traces as `key=value` pairs, separated by commas.',
  }),
  OTEL_BSP_SCHEDULE_DELAY: setting(milliseconds, {
    description: 'Milliseconds between exports.',
    fallback: '5000',
  }),
  OTEL_BSP_MAX_QUEUE_SIZE: setting(spans.default(2_048), {
    description: 'Spans in memory, beyond which spans are dropped.',
  }),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: setting(spans.optional(), {
    description: 'Spans per export.',
    fallback: '512',
  }),
  ACCEPT_TRACEPARENT: setting(flag, {
    description:
      '`true`: the `traceparent` header of a request is the parent of its span, and its ' +
      'sampled flag decides. Otherwise the span has a link to it.',
  }),
};

/** Tracing is on when an endpoint or an exporter is named. */
export function tracingOf(env: ValuesOf<typeof traces>) {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const { OTEL_TRACES_EXPORTER: exporter = endpoint === undefined ? 'none' : 'otlp' } = env;
  return {
    isOn: exporter === 'otlp' && !env.OTEL_SDK_DISABLED,
    /** Finished spans in memory. */
    queueMax: env.OTEL_BSP_MAX_QUEUE_SIZE,
    /** The `traceparent` of a request becomes its parent; otherwise it is linked only. */
    acceptsParents: env.ACCEPT_TRACEPARENT,
  };
}
