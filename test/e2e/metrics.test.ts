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

interface Shown {
  readonly labelNames: readonly string[];
}

test('every metric and label of the alerts and dashboards exists after a payment', async () => {
  const installation = await startInstallation();
  const { deps, merchant, post, pay, apiUrl } = installation;
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
  expect(text).toContain('saphan_moves_satang_total{kind="payment",move="pay"} 10000\n');
  expect(text).toMatch(/^saphan_worker_tasks\{queue="saphan-orders",task="activity"\} \d+$/m);
  expect(text).toMatch(/^saphan_database_pool_connections\{state="(used|free)"\} [1-9]\d*$/m);
  expect(text).toContain('saphan_database_up 1\n');
  const seconds = Number(/^saphan_callback_to_webhook_seconds_sum (\S+)$/m.exec(text)?.[1]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(30);

  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const expressions = [
    ...alertRules.map(({ alert, expr }) => [alert, expr] as const),
    ...panelExpressions,
  ];
  const unknown = expressions.flatMap(([where, expr]) => {
    const groups = new Set(groupsIn(expr));
    return metricsIn(expr).flatMap(({ name, labels }) => {
      if (ofPrometheus.has(name)) return [];
      const base = name.replace(/_(bucket|count|sum)$/, '');
      const owner = types.get(base) === 'histogram' ? base : name;
      if (!types.has(owner)) return [`${where}: no metric ${name}`];
      const metric = deps.metrics.registry.getSingleMetric(owner) as unknown as Shown;
      const known = new Set([...metric.labelNames, ...targetLabels]);
      return [...labels, ...groups]
        .filter((label) => !known.has(label))
        .map((label) => `${where}: ${name} has no label ${label}`);
    });
  });
  expect(unknown).toEqual([]);
  expect(expressions.flatMap(([, expr]) => metricsIn(expr)).length).toBeGreaterThan(80);
});
