import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { readConfig } from '../../../src/config';
import { createLog } from '../../../src/platform/observe/log';
import { createMetrics } from '../../../src/platform/observe/metrics';
import { startTracing } from '../../../src/platform/observe/otlp';
import { RequestTrace, noTracer, within, type Tracer } from '../../../src/platform/observe/tracing';
import { startCollector } from '../../support/collector';

const given = new Set<string>();
afterEach(() => {
  for (const name of given) delete process.env[name];
  given.clear();
});

/** A tracer with these standard variables, and its count of spans by outcome. */
async function start(env: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(env)) {
    given.add(name);
    process.env[name] = value;
  }
  const metrics = createMetrics();
  const log = createLog('silent', 'test');
  const tracer = await startTracing(readConfig(env).tracing, 'test', { log, metrics });
  const counts = async () => {
    const { values } = await metrics.spans.get();
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]));
  };
  return { tracer, counts };
}

const recordSpans = (tracer: Tracer, count: number): number =>
  Array.from({ length: count }, () => tracer.begin({ name: 'test' })).filter((span) => {
    span?.end();
    return span !== null;
  }).length;

test('the standard variables choose the sample, the service and the headers', async () => {
  const collector = await startCollector();
  const { tracer, counts } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=shop',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    OTEL_SERVICE_NAME: 'my-gateway',
  });
  const sampled = recordSpans(tracer, 2_000);
  await tracer.close();
  // 200 by expectation; outside of these bounds once in 10^12 runs.
  expect(sampled).toBeGreaterThan(100);
  expect(sampled).toBeLessThan(310);
  expect(collector.spans()).toHaveLength(sampled);
  expect(await counts()).toEqual({ exported: sampled, failed: 0, dropped: 0 });
  expect(collector.receiver.requests[0]).toMatchObject({ path: '/v1/traces' });
  expect(collector.receiver.requests[0]?.headers).toMatchObject({ 'x-tenant': 'shop' });
  expect(collector.text()).toContain('my-gateway');
});

test('a sample of 0 sends nothing', async () => {
  const collector = await startCollector();
  const { tracer, counts } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  expect(recordSpans(tracer, 1_000)).toBe(0);
  await tracer.close();
  expect(collector.receiver.requests).toEqual([]);
  expect(await counts()).toEqual({ exported: 0, failed: 0, dropped: 0 });
});

test.each(['hangs', 'refuses', 'is down'])(
  'a collector that %s costs a bounded queue, whose further spans are counted',
  async (fault) => {
    const collector = await startCollector();
    collector.receiver.answerWith(fault === 'hangs' ? 'hang' : { status: 400 });
    const url = fault === 'is down' ? 'http://127.0.0.1:1' : collector.url;
    const { tracer, counts } = await start({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      OTEL_BSP_MAX_QUEUE_SIZE: '10',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '5',
    });
    expect(recordSpans(tracer, 100)).toBe(100);
    expect(await counts()).toEqual({ exported: 0, failed: 0, dropped: 90 });
    await tracer.close();
    expect(await counts()).toEqual({ exported: 0, failed: 10, dropped: 90 });
  },
);

describe('a request', () => {
  const order = `00-${'a'.repeat(32)}-${'1'.repeat(16)}-01`;
  const sender = `00-${'b'.repeat(32)}-${'2'.repeat(16)}-01`;

  function startRequest(incoming: string | null, isTrusted: boolean) {
    const calls: (readonly [parent: string | null, link: string | null | undefined])[] = [];
    const tracer: Tracer = {
      ...noTracer,
      begin({ link }) {
        calls.push([null, link]);
        return null;
      },
      resume(parent, { link }) {
        calls.push([parent, link]);
        return null;
      },
    };
    return { calls, trace: new RequestTrace(tracer, incoming, isTrusted) };
  }

  it.each([
    ['without a context begins a trace', null, false, null, [null, null]],
    [
      'with a context of its sender begins a trace with a link',
      sender,
      false,
      null,
      [null, sender],
    ],
    ['with a trusted context continues it', sender, true, null, [sender, null]],
    ['about an order continues its trace, with a link', sender, true, order, [order, sender]],
  ] as const)('%s', (_title, incoming, isTrusted, parent, expected) => {
    const { calls, trace } = startRequest(incoming, isTrusted);
    trace.begin(parent);
    expect(calls).toEqual([expected]);
  });

  it('is offered to the sampler once, also when it is not chosen', () => {
    const { calls, trace } = startRequest(null, false);
    expect([trace.begin(), trace.begin(), trace.begin()]).toEqual([null, null, null]);
    expect(calls).toHaveLength(1);
  });
});

test('log lines of a sampled activity name its trace', async () => {
  const collector = await startCollector();
  const { tracer } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const lines: string[] = [];
  const log = createLog('info', 'test', { write: (line) => void lines.push(line) }, true);
  const span = tracer.begin({ name: 'test' });
  await within(span, async () => log.info('inside'));
  log.info('outside');
  await tracer.close();
  const [inside, outside] = lines.map((line) => JSON.parse(line) as object);
  expect(inside).toMatchObject({ ...span?.ids, msg: 'inside' });
  expect(outside).not.toHaveProperty('trace_id');
});

test('the SDK is loaded only when an endpoint or an exporter is configured', () => {
  const root = path.join(__dirname, '../../..');
  const program = `
    require('./test/sandbox/embedded/typescript');
    const { readConfig } = require('./src/config.ts');
    const { startTracing } = require('./src/platform/observe/otlp.ts');
    const { createMetrics } = require('./src/platform/observe/metrics.ts');
    require('./src/commands/api.ts');
    require('./src/commands/worker.ts');
    const loaded = () => Object.keys(require.cache)
      .filter((file) => /@opentelemetry.(?!api.)/.test(file)).length;
    const deps = { log: { warn() {} }, metrics: createMetrics() };
    (async () => {
      for (const env of [{}, { OTEL_TRACES_EXPORTER: 'none' },
          { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' },
          { OTEL_TRACES_EXPORTER: 'otlp' }]) {
        await startTracing(readConfig(env).tracing, 'test', deps);
        console.log(loaded() > 0);
      }
      process.exit(0);
    })();`;
  const printed = execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' });
  expect(printed.trim().split('\n')).toEqual(['false', 'false', 'false', 'true']);
});

test.each([
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
])('%j is refused at the start', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});
