import type { Figures } from './figures';
import { successKinds } from './recovery';

const FINDINGS_SHOWN = 40;

/** The figures of a run as text. */
export function renderReport(figures: Figures): string {
  const { findings, seed, operations, faults, temporal } = figures;
  const violations = findings.length;
  const size = `--operations ${operations} --kills ${faults.kill}`;
  const again = `npm run chaos -- --seed ${seed} ${size} --temporal ${temporal}`;
  return [
    `Chaos, seed ${seed}, ${seconds(figures.tookMs)} s, Temporal: ${temporal}`,
    '',
    ...table([...work(figures), ...runLoad(figures), ...verdict(figures)]),
    '',
    'Longest recovery, s (from a fault to the first success of each kind that began after it)',
    ...table(recoveries(figures)),
    '',
    ...findings.slice(0, FINDINGS_SHOWN).map(({ kind, subject, what, check }) => {
      return `${kind}: ${subject}: ${what} (${check})`;
    }),
    ...(violations > FINDINGS_SHOWN ? [`… and ${violations - FINDINGS_SHOWN} more`] : []),
    violations === 0 ? 'No violations.' : `${violations} violations. Repeat with: ${again}`,
  ].join('\n');
}

function work(figures: Figures): string[][] {
  const { operations, orders, requests, unanswered, events, deliveries, repeated } = figures;
  const { submissions, pages, priced } = figures;
  return [
    ['operations', `${operations}`, `${orders} orders, ${seconds(figures.loadMs)} s of load`],
    ['requests', `${requests}`, `${unanswered} without a response`],
    ['callbacks', `${figures.callbacksOfOurs}`, `${figures.disturbances} disturbances`],
    [
      'checkouts',
      `${pages.checkouts}`,
      `open to payers; ${pages.links} links, ${pages.returned} payments beyond returned`,
    ],
    [
      'charged',
      `${sum(priced)}`,
      `orders: ${priced.first} before the change, ${priced.later} after, ${priced.either} during`,
    ],
    ['events', `${events}`, `${deliveries} deliveries, ${repeated} repeated`],
    ['at accounts', `${sum(submissions)}`, accounts(figures)],
  ];
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

function accounts({ submissions, movedOrders }: Figures): string {
  const { taken, refused, turned_away: turnedAway, unknown } = submissions;
  const definite = `${taken} taken, ${refused} refused, ${turnedAway} turned away`;
  return `${definite}, ${unknown} unknown; ${movedOrders} orders moved`;
}

function runLoad({ faults }: Figures): string[][] {
  return Object.entries(faults).map(([kind, count], index) => [
    index === 0 ? 'faults' : '',
    `${count}`,
    kind,
  ]);
}

function verdict(figures: Figures): string[][] {
  const { found, settledMs, redelivered, released, outage, callbackToWebhookMs: late } = figures;
  const settled = settledMs === null ? 'never' : seconds(settledMs);
  return [
    ...Object.entries(found).map(([kind, count]) => [kind, `${count}`]),
    ['longest recovery', seconds(figures.longestRecoveryMs), 's'],
    ...(outage === null
      ? []
      : [
          [
            'after an outage',
            seconds(outage.firstPaidMs),
            `s from readiness to the first new payment, beside ${outage.overdue} overdue ones`,
          ],
        ]),
    [
      'callback to webhook',
      seconds(late?.most ?? null),
      `s at most${late === null ? '' : medians(late)}`,
    ],
    [
      'idle after',
      settled,
      `s; ${redelivered} deliveries redelivered, ${released} orders released`,
    ],
  ];
}

const medians = ({ median, p99 }: { readonly median: number; readonly p99: number }): string =>
  `; median ${seconds(median)}, p99 ${seconds(p99)}`;

function recoveries(figures: Figures): string[][] {
  return [
    ['', 'times', ...successKinds],
    ...figures.recoveries.map((row) => [
      row.fault,
      `${row.count}`,
      ...successKinds.map((kind) => seconds(row[kind])),
    ]),
  ];
}

const seconds = (ms: number | null): string => (ms === null ? '–' : (ms / 1_000).toFixed(1));

/** Aligned columns. */
function table(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
