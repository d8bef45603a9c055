import { operationsOf } from '../../src/app';
import { orderDefinitions } from '../../src/orders/rules/kinds';
import { problems } from '../../src/kernel/rules/problem';
import type { Found, Sent } from '../../src/providers/connectors/connector';
import { alertRules, panelExpressions } from '../deployment/expressions';
import { startReceiver } from '../support/receiver';
import { until } from '../support/until';
import { startInstallation } from './installation';

/** Words of PromQL that are not followed by a bracket. */
const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset']);
/** Series and labels that Prometheus itself adds. */
const ofPrometheus = new Set(['up']);
const targetLabels = ['job', 'instance', 'le'];

/** The metrics that an expression names, with the labels of each selector. */
function metricsIn(expr: string): readonly { name: string; labels: readonly string[] }[] {
  const plain = expr
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return [...plain.matchAll(/\b([a-z_]\w*)\b(?!\s*\()\s*(?:\{([^}]*)\})?/g)]
    .filter(([, name = '']) => !keywords.has(name))
    .map(([, name = '', selector = '']) => ({
      name,
      labels: [...selector.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
    }));
}

/** The labels that an expression groups by. */
const groupsIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/[\s,]+/));

/** The alternatives of a pattern, `a(b|c)` as `ab` and `ac`. */
function alternativesOf(pattern: string): readonly string[] {
  const [group, inner = ''] = /\(([^()]*)\)/.exec(pattern) ?? [];
  if (group === undefined) return pattern.split('|');
  return inner.split('|').flatMap((each) => alternativesOf(pattern.replace(group, each)));
}

/** The label values that an expression compares with, as patterns. */
const valuesIn = (expr: string) =>
  [...expr.matchAll(/\b([a-z_]\w*)\s*\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) =>
    [...selector.matchAll(/(\w+)\s*[=!]~?\s*"([^"]*)"/g)].flatMap(([, label = '', text = '']) =>
      alternativesOf(text).map((value) => ({ name, label, value })),
    ),
  );

interface Shown {
  readonly labelNames: readonly string[];
}

const expressions = [
  ...alertRules.map(({ alert, expr }) => [alert, expr] as const),
  ...panelExpressions,
];

type Installation = Awaited<ReturnType<typeof startInstallation>>;

/** The metrics after a payment of 100 baht and its webhook. */
async function metricsAfterPayment(installation: Installation): Promise<string> {
  const { merchant, post, pay, apiUrl } = installation;
  const receiver = await startReceiver();
  const webhook = { url: receiver.url, events: ['Payment.succeeded'] };
  expect((await post('/Thai/v1/webhooks', webhook, merchant.apiKey)).status).toBe(200);
  const asked = { amount: 100, currency: 'THB' };
  const { body } = await post('/Thai/v1/qr-codes', asked, merchant.apiKey);
  expect((await pay({ qrData: body['qr_data'] })).status).toBe(201);
  await receiver.waitFor((request) => request.body.includes(String(body['payment_id'])));
  let text = '';
  await until(
    async () => {
      text = await (await fetch(`${apiUrl}/metrics`)).text();
      return text.includes('saphan_callback_to_webhook_seconds_count 1\n');
    },
    { describe: 'the time to the webhook is counted' },
  );
  return text;
}

let installation: Installation;
let text: string;
let types: ReadonlyMap<string, string>;
beforeAll(async () => {
  installation = await startInstallation();
  text = await metricsAfterPayment(installation);
  types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
});

/** The metric that exposes a series, such as a histogram its buckets. */
function ownerOf(name: string): string {
  const base = name.replace(/_(bucket|count|sum)$/, '');
  return types.get(base) === 'histogram' ? base : name;
}

test('a payment is counted, with the time to its webhook', () => {
  expect(text).toContain('saphan_moves_satang_total{kind="payment",move="pay"} 10000\n');
  expect(text).toMatch(/^saphan_worker_tasks\{queue="saphan-orders",task="activity"\} \d+$/m);
  expect(text).toMatch(/^saphan_database_pool_connections\{state="(used|free)"\} [1-9]\d*$/m);
  expect(text).toContain('saphan_database_up 1\n');
  const seconds = Number(/^saphan_callback_to_webhook_seconds_sum (\S+)$/m.exec(text)?.[1]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(30);
});

test('every metric and label of the alerts and dashboards exists', () => {
  const unknown = expressions.flatMap(([where, expr]) => {
    const groups = new Set(groupsIn(expr));
    return metricsIn(expr).flatMap(({ name, labels }) => {
      if (ofPrometheus.has(name)) return [];
      const owner = ownerOf(name);
      if (!types.has(owner)) return [`${where}: no metric ${name}`];
      const { registry } = installation.deps.metrics;
      const metric = registry.getSingleMetric(owner) as unknown as Shown;
      const known = new Set([...metric.labelNames, ...targetLabels]);
      return [...labels, ...groups]
        .filter((label) => !known.has(label))
        .map((label) => `${where}: ${name} has no label ${label}`);
    });
  });
  expect(unknown).toEqual([]);
  expect(expressions.flatMap(([, expr]) => metricsIn(expr)).length).toBeGreaterThan(80);
});

/** The compiler demands every outcome of a call and accepts no other. */
const callOutcomes: Readonly<Record<Sent['kind'] | Found['kind'], true>> = {
  accepted: true,
  not_ready: true,
  refused: true,
  unreachable: true,
  unknown: true,
  succeeded: true,
  failed: true,
  waiting: true,
  not_found: true,
};

test('every label value of the alerts and dashboards is one that a process emits', () => {
  const names = operationsOf(installation.deps.config).map(({ name }) => name);
  const moves = Object.values(orderDefinitions).flatMap(({ machine }) => machine.transitions);
  // Values that one payment does not cause.
  const others: Readonly<Record<string, readonly string[]>> = {
    'saphan_http_request_seconds operation': names,
    'saphan_http_request_seconds status': Object.values(problems).map(({ status }) => `${status}`),
    'saphan_moves_total move': moves,
    'saphan_moves_satang_total move': moves,
    'saphan_provider_calls_total outcome': Object.keys(callOutcomes),
  };
  const emitted = [...text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)].flatMap(
    ([, name = '', labels = '']) =>
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(
        ([, label = '', value = '']) => [`${ownerOf(name)} ${label}`, value] as const,
      ),
  );
  const compared = expressions.flatMap(([where, expr]) =>
    valuesIn(expr)
      .filter(({ label }) => !targetLabels.includes(label))
      .map((each) => ({ ...each, where, key: `${ownerOf(each.name)} ${each.label}` })),
  );
  const unknown = compared.filter(({ key, value }) => {
    const known = [
      ...(others[key] ?? []),
      ...emitted.filter(([of]) => of === key).map(([, each]) => each),
    ];
    const pattern = new RegExp(`^(?:${value})$`);
    return !known.some((each) => pattern.test(each));
  });
  expect(unknown).toEqual([]);
  expect(compared.length).toBeGreaterThan(40);
});
