import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { ALERTS_FILE, alertRules, panelExpressions } from './expressions';
import { read } from './installation';

/** Values of one series, in promtool's notation: one per minute, or `every`. */
type Series = Readonly<Record<string, string>>;

interface Planted {
  /** The alert fires at `at`. */
  readonly fires: Series;
  /** The alert stays silent. */
  readonly silent: Series;
  /** The alert stays silent, too: a feature that is off. */
  readonly off?: Series;
  readonly at: string;
  readonly every?: string;
  /** The labels of the firing alert besides its own. */
  readonly labels?: Readonly<Record<string, string>>;
}

const up = { 'up{job="saphan",instance="api"}': '1+0x60' };

/** A gauge of the database: silent at `low`, and above `low` for a shorter time than the rule's. */
const gauge = (series: string, low: number, high: number, at: string): Planted => ({
  fires: { [series]: `${high}+0x60` },
  silent: { [series]: `${high} ${low}+0x60` },
  at,
});
const work = (name: string, low: number, high: number, at: string): Planted =>
  gauge(`saphan_work_oldest_seconds{work="${name}"}`, low, high, at);
const waiting = (name: string, at: string): Planted =>
  gauge(`saphan_work_waiting{work="${name}"}`, 0, 1, at);

const requests = (status: number): string =>
  `saphan_http_request_seconds_count{operation="createQrCode",status="${status}"}`;
const paid = 'saphan_moves_total{kind="payment",move="pay"}';
const attempts = (outcome: string): string =>
  `saphan_webhook_attempts_total{lane="fast",outcome="${outcome}"}`;
const calls = (outcome: string): string =>
  `saphan_provider_calls_total{call="send",outcome="${outcome}"}`;
/** A histogram: 95 % of the observations are within `fast` seconds, all within `slow`. */
const histogram = (name: string, labels: string, fast: number, slow: number): Series => ({
  [`${name}_bucket{${labels}le="${fast}"}`]: '0+95x60',
  [`${name}_bucket{${labels}le="${slow}"}`]: '0+100x60',
  [`${name}_bucket{${labels}le="+Inf"}`]: '0+100x60',
});
const event = (name: string): string => `saphan_security_events_total{event="${name}"}`;
/** Rejections per minute. */
const events = (name: string, high: number, low: number): Planted => ({
  fires: { [event(name)]: `0+${high}x60` },
  silent: { [event(name)]: `0+${low}x60`, [event('other')]: `0+${high}x60` },
  at: '25m',
});
const callbacks = (operation: string, status: number): string =>
  `saphan_http_request_seconds_count{operation="${operation}",status="${status}"}`;
const creating = 'operation="createQrCode",status="200",';

/** A case per alert. promtool's clock starts at 0, so ages are those of a time before 1970. */
const planted: Readonly<Record<string, Planted>> = {
  SaphanProcessDown: {
    fires: { ...up, 'up{job="saphan",instance="worker"}': '0+0x60' },
    silent: { ...up, 'up{job="other",instance="worker"}': '0+0x60' },
    at: '3m',
    labels: { job: 'saphan', instance: 'worker' },
  },
  SaphanNotScraped: { fires: {}, silent: up, at: '6m', labels: { job: 'saphan' } },
  SaphanDatabaseUnreachable: {
    fires: {
      'saphan_database_up{instance="api"}': '1+0x60',
      'saphan_database_up{instance="worker"}': '0+0x60',
    },
    silent: { 'saphan_database_up{instance="api"}': '0 1+0x60' },
    at: '2m',
  },
  SaphanDatabasePoolExhausted: {
    fires: { 'saphan_database_pool_connections{state="pending"}': '2+0x60' },
    silent: { 'saphan_database_pool_connections{state="used"}': '10+0x60' },
    at: '6m',
  },
  SaphanWalArchiveOld: {
    ...gauge('saphan_wal_archived_timestamp_seconds{instance="late"}', -300, -950, '7m'),
    off: { 'saphan_wal_archived_timestamp_seconds{instance="off"}': `NaN${' NaN'.repeat(9)}` },
  },
  SaphanTemporalUnreachable: gauge('saphan_temporal_up', 1, 0, '3m'),
  SaphanEventLoopDelayed: {
    ...gauge('nodejs_eventloop_lag_p99_seconds{job="saphan",instance="api"}', 0.02, 0.8, '6m'),
    labels: { instance: 'api' },
  },
  SaphanServerErrors: {
    fires: { [requests(200)]: '0+90x60', [requests(500)]: '0+2x60' },
    silent: { [requests(200)]: '0+300x60', [requests(500)]: '0+2x60' },
    at: '15m',
  },
  SaphanLoadShed: {
    fires: { 'saphan_requests_refused_total{instance="api",reason="overload"}': '0+60x60' },
    silent: {
      'saphan_requests_refused_total{instance="api",reason="overload"}': '0+6x60',
      'saphan_requests_refused_total{instance="api",reason="caller"}': '0+600x60',
    },
    at: '10m',
    labels: { instance: 'api' },
  },
  SaphanRequestsSlow: {
    fires: histogram('saphan_http_request_seconds', creating, 0.5, 2.5),
    silent: histogram('saphan_http_request_seconds', creating, 0.1, 0.5),
    at: '20m',
    labels: { operation: 'createQrCode' },
  },
  SaphanRecordsDropped: {
    fires: { 'saphan_provider_exchanges_dropped_total{reason="full"}': '0x5 1x60' },
    silent: { 'saphan_api_requests_dropped_total{reason="full"}': '7x60' },
    at: '10m',
  },
  SaphanOutboxDelayed: work('outbox', 59, 61, '3m'),
  SaphanCallbacksDelayed: work('callbacks', 59, 61, '3m'),
  SaphanDeadlinesMissed: work('deadlines', 299, 301, '6m'),
  SaphanPayoutsOverdue: waiting('payouts', '16m'),
  SaphanSlipsUnread: work('slips', 599, 601, '6m'),
  SaphanMailsDelayed: work('mails', 899, 901, '6m'),
  SaphanHousekeepingStopped: gauge(
    'saphan_orders_counted_until_timestamp_seconds',
    -3 * 3600,
    -7 * 3600,
    '11m',
  ),
  SaphanActivityFailing: {
    fires: { 'saphan_activity_failures_total{activity="purgeEvents"}': '0+1x60' },
    silent: {
      'saphan_activity_failures_total{activity="purgeEvents"}': '0+5x20 100x40',
      'saphan_activity_failures_total{activity="advanceOrder"}': '0+0.2x60',
    },
    at: '45m',
    labels: { activity: 'purgeEvents' },
  },
  SaphanPartitionsEnding: {
    ...gauge(
      'saphan_partitions_end_timestamp_seconds{table="api_requests"}',
      4 * 86_400,
      2 * 86_400,
      '61m',
    ),
    labels: { table: 'api_requests' },
  },
  SaphanPartitionStrays: {
    ...gauge('saphan_partition_default_rows{table="api_requests"}', 0, 1, '61m'),
    labels: { table: 'api_requests' },
  },
  SaphanPaymentsStopped: {
    fires: { [requests(200)]: '0+2x60', [paid]: '5x60' },
    silent: { [requests(200)]: '0+2x60', [paid]: '0+0.1x60' },
    at: '40m',
  },
  SaphanPayoutsStuck: waiting('stuck_payouts', '6m'),
  SaphanManualRefundsOld: work('manual_refunds', 86_000, 87_000, '6m'),
  SaphanExceptionsOpen: {
    ...gauge('saphan_exceptions_open{kind="conflict"}', 0, 1, '31m'),
    labels: { kind: 'conflict' },
  },
  SaphanAuditDifferences: gauge('saphan_check_differences{check="audit"}', 0, 1, '5m'),
  SaphanAuditOverdue: gauge(
    'saphan_check_last_run_timestamp_seconds{check="audit"}',
    -25 * 3600,
    -27 * 3600,
    '6m',
  ),
  SaphanReconciliationDifferences: gauge(
    'saphan_check_differences{check="reconciliation"}',
    0,
    1,
    '5m',
  ),
  SaphanReconciliationOverdue: gauge(
    'saphan_check_last_run_timestamp_seconds{check="reconciliation"}',
    -49 * 3600,
    -51 * 3600,
    '6m',
  ),
  SaphanWebhooksSlow: {
    fires: histogram('saphan_callback_to_webhook_seconds', '', 5, 10),
    silent: histogram('saphan_callback_to_webhook_seconds', '', 1, 2.5),
    at: '25m',
  },
  SaphanDeliveriesOverdue: work('overdue_deliveries', 899, 901, '6m'),
  SaphanWebhooksFailing: {
    fires: { [attempts('succeeded')]: '0+4x60', [attempts('pending')]: '0+6x60' },
    silent: { [attempts('succeeded')]: '0+6x60', [attempts('pending')]: '0+4x60' },
    at: '25m',
  },
  SaphanProviderAccountDown: gauge('saphan_provider_accounts_down', 0, 1, '6m'),
  SaphanProviderCallsFailing: {
    fires: { [calls('accepted')]: '0+7x60', [calls('unreachable')]: '0+3x60' },
    silent: { [calls('accepted')]: '0+7x60', [calls('refused')]: '0+3x60' },
    at: '25m',
    labels: { call: 'send' },
  },
  SaphanFailovers: {
    fires: { 'saphan_failovers_total{kind="withdrawal",cause="unreachable"}': '0+1x60' },
    silent: { 'saphan_failovers_total{kind="withdrawal",cause="unreachable"}': '0+0.5x60' },
    at: '20m',
  },
  SaphanKeysGuessed: events('key_refused', 40, 20),
  SaphanSignInsGuessed: events('sign_in_failed', 8, 4),
  SaphanLinksGuessed: events('link_refused', 8, 4),
  SaphanCallbackUrlsGuessed: events('callback_url_refused', 1, 0.5),
  SaphanCallbacksUnauthorized: events('callback_refused', 0.5, 0.2),
  SaphanCallbacksRejected: {
    fires: { [callbacks('accountCallback', 400)]: '0+1x60' },
    silent: {
      [callbacks('accountCallback', 400)]: '0+0.5x60',
      [callbacks('accountCallback', 201)]: '0+9x60',
      [callbacks('createWithdrawal', 400)]: '0+9x60',
    },
    at: '20m',
  },
  SaphanAttemptsLimited: events('attempts_limited', 2, 1),
  SaphanSecurityEvents: {
    fires: { [event('permission_denied')]: '0+120x60' },
    silent: { [event('permission_denied')]: '0+30x60', [event('key_refused')]: '0+120x60' },
    at: '15m',
    labels: { event: 'permission_denied' },
  },
  // Two days of 120,000 baht, then more than three times, or less.
  SaphanPayoutsUnusual: {
    fires: { saphan_payouts_today_satang: '12000000x192 37000000x9' },
    silent: { saphan_payouts_today_satang: '12000000x192 35000000x9' },
    at: '49h',
    every: '15m',
  },
  SaphanMerchantPayoutsUnusual: gauge('saphan_payouts_today_ratio_max', 2.9, 3.1, '5m'),
  SaphanNewPayees: {
    fires: { saphan_new_payees_today_max: '10x192 31x9' },
    silent: { saphan_new_payees_today_max: '10x192 29x9' },
    at: '49h',
    every: '15m',
  },
  SaphanAuditAnchorOld: gauge('saphan_audit_anchor_timestamp_seconds', -3000, -3700, '15m'),
};

/** Throws without promtool: an alert that is not evaluated must not count as tested. */
function promtool(...args: readonly string[]): { stdout: string; stderr: string } {
  const program = process.env['PROMTOOL_PATH'] ?? 'promtool';
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error !== undefined) {
    throw new Error(
      `${error.message}: install promtool (Debian: prometheus), or set PROMTOOL_PATH to it.`,
    );
  }
  expect([0, 1]).toContain(status);
  return { stdout, stderr };
}

const rulesFile = path.join(__dirname, '..', '..', ALERTS_FILE);
const folder = mkdtempSync(path.join(tmpdir(), 'saphan-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: object): string {
  const file = path.join(folder, name);
  writeFileSync(file, stringify(content));
  return file;
}

/** promtool's input for one case of an alert. */
const testOf = (
  alert: string,
  series: Series,
  { at, every = '1m' }: Planted,
  fired: readonly object[],
) => ({
  interval: every,
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts: fired }],
});

/** Runs all cases in one process. Returns promtool's verdict by alert and case. */
function testAlerts(): { verdicts: ReadonlyMap<string, string>; failures: string } {
  const files = alertRules.flatMap(({ alert, labels: own, annotations }) => {
    const plan = planted[alert] as Planted;
    const { fires, silent, off, labels = {} } = plan;
    const fired = [{ exp_labels: { ...own, ...labels }, exp_annotations: annotations }];
    const cases = {
      fires: testOf(alert, fires, plan, fired),
      silent: testOf(alert, silent, plan, []),
      ...(off === undefined ? {} : { off: testOf(alert, off, plan, []) }),
    };
    return Object.entries(cases).map(([name, test]) =>
      written(`${alert}-${name}.yml`, {
        rule_files: [rulesFile],
        evaluation_interval: test.interval,
        tests: [test],
      }),
    );
  });
  const { stdout, stderr: failures } = promtool('test', 'rules', ...files);
  const verdicts = stdout.split('Unit Testing:  ').map((text): [string, string] => {
    const [file = '', verdict = ''] = text.split('\n');
    return [path.basename(file, '.yml'), verdict.trim()];
  });
  return { verdicts: new Map(verdicts), failures };
}

it('promtool accepts the alert rules', () => {
  expect(promtool('check', 'rules', rulesFile).stdout).toContain(
    `SUCCESS: ${alertRules.length} rules`,
  );
});

it('promtool accepts the expression of each panel', () => {
  const rules = panelExpressions.map(([, expr], index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  expect(rules.length).toBeGreaterThan(30);
  const file = written('panels.yml', { groups: [{ name: 'panels', rules }] });
  expect(promtool('check', 'rules', file).stdout).toContain(`SUCCESS: ${rules.length} rules`);
});

it('each alert has planted series', () => {
  expect(Object.keys(planted)).toEqual(alertRules.map(({ alert }) => alert));
});

describe('an alert', () => {
  let tested: ReturnType<typeof testAlerts>;
  beforeAll(() => {
    tested = testAlerts();
  });

  it.each(alertRules)('$alert fires on its planted series only', ({ alert }) => {
    const { verdicts, failures } = tested;
    expect(failures.includes(`alertname: ${alert},`) ? failures : '').toBe('');
    expect(verdicts.get(`${alert}-fires`)).toBe('SUCCESS');
    expect(verdicts.get(`${alert}-silent`)).toBe('SUCCESS');
    if (planted[alert]?.off !== undefined) {
      expect(verdicts.get(`${alert}-off`)).toBe('SUCCESS');
    }
  });
});

it('each alert has a severity, and a section in the runbooks with three parts', () => {
  const sections = read('docs/runbooks.md').split(/^## /m).slice(1);
  const headings = sections.map((text) => text.split('\n', 1)[0]);
  expect(headings).toEqual(alertRules.map(({ alert }) => alert));
  for (const text of sections) {
    expect(text).toMatch(/\n\*\*Meaning\*\*: [^]+\n\*\*Check\*\*: [^]+\n\*\*Act\*\*: /);
  }
  for (const { alert, labels, annotations } of alertRules) {
    expect(['critical', 'warning']).toContain(labels['severity']);
    expect(annotations['runbook']).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
  }
});
