import type { CreateFigures, CreateReport } from './create';
import type { CycleReport, CycleReports } from './cycle';
import type { IsolationFigures, IsolationReport } from './isolation';
import type { LatencyReport } from './latency';
import type { ListsReport } from './lists';
import type { Spread } from './rounds';

export interface Report {
  readonly create: CreateReport | null;
  readonly cycle: CycleReports | null;
  readonly latency: LatencyReport | null;
  readonly isolation: IsolationReport | null;
  readonly lists: ListsReport | null;
}

/** A report for people: every figure beside its floor's, and the aim beside the ratio. */
export function renderReport(report: Report): string {
  const { create, cycle, latency, isolation, lists } = report;
  return [
    ...(create === null ? [] : renderCreate(create)),
    ...(cycle === null ? [] : renderCycles(cycle)),
    ...(latency === null ? [] : renderLatency(latency)),
    ...(isolation === null ? [] : renderIsolation(isolation)),
    ...(lists === null ? [] : renderLists(lists)),
    'Each figure is the median of the rounds, with the lowest and highest of them behind it.',
  ].join('\n');
}

function renderCreate(report: CreateReport): string[] {
  const { temporalRunning, temporalStopped, idleCpuMs, coresElsewhere } = report;
  const head = ['', 'requests/s', 'of the floor', 'p50, p99 ms', 'API CPU ms', 'Postgres CPU ms'];
  const row = (name: string, figures: CreateFigures) => [
    name,
    spread(figures.perSecond, 0),
    spread(figures.ratio.perSecond, 2),
    `${figures.medianMs.toFixed(1)}, ${figures.p99Ms.toFixed(1)}`,
    spread(figures.cpuMs.api, 2),
    `${spread(figures.cpuMs.postgres, 2)}, both ${figures.ratio.cpu.median.toFixed(2)} times`,
  ];
  const rows = (figures: CreateReport['temporalRunning']) => [
    row('one INSERT', figures.floor),
    row('QR code', figures.qrCode),
    row('QR code with key', figures.keyedQrCode),
  ];
  return [
    'Create, 32 at once (aim: at least 0.50 of the floor; with Temporal stopped no fewer)',
    ...table([head, ...rows(temporalRunning), ['Temporal stopped'], ...rows(temporalStopped)]),
    `  idle, API and Postgres: ours ${idleCpuMs.ours.toFixed(0)} CPU ms a second,` +
      ` the floor ${idleCpuMs.floor.toFixed(0)}`,
    `  noise: ${spread(coresElsewhere, 2)} cores were busy with something else`,
    '',
  ];
}

function renderCycles(reports: CycleReports): string[] {
  const measured = Object.entries(reports);
  return [
    'Full cycle, CPU ms (aim: at most 1.25 times the barest)',
    ...table([
      ['', 'ours', 'barest', 'ratio'],
      ...measured.map(([kind, { ours, barest, ratio }]) => [
        kind,
        spread(ours.cpuMs.total, 1),
        spread(barest.cpuMs.total, 1),
        spread(ratio, 2),
      ]),
    ]),
    '',
    ...measured.flatMap(([kind, report]) => renderCycle(kind, report)),
  ];
}

function renderCycle(kind: string, { ours, barest, coresElsewhere }: CycleReport): string[] {
  const processes = ['api', 'worker', 'temporal', 'postgres'] as const;
  return [
    `Cycle of a ${kind}, CPU ms`,
    ...table([
      ['', 'ours', 'of it idle', 'barest', 'of it idle'],
      ...processes.map((process) => [
        process,
        spread(ours.cpuMs[process], 1),
        ours.idleCpuMs[process].toFixed(1),
        spread(barest.cpuMs[process], 1),
        barest.idleCpuMs[process].toFixed(1),
      ]),
      ['total', spread(ours.cpuMs.total, 1), '', spread(barest.cpuMs.total, 1)],
      [`${kind}s/s`, spread(ours.perSecond, 0), '', spread(barest.perSecond, 0)],
    ]),
    `  noise: ${spread(coresElsewhere, 2)} cores were busy with something else`,
    '',
  ];
}

function renderLatency({ ours, barest, ratio }: LatencyReport): string[] {
  return [
    'Callback to webhook, idle, ms (aim: at most 1.30 times the barest at the median)',
    ...table([
      ['', 'ours', 'barest'],
      ['median', ours.medianMs.toFixed(1), barest.medianMs.toFixed(1)],
      ['p95', ours.p95Ms.toFixed(1), barest.p95Ms.toFixed(1)],
    ]),
    `  ratio: ${ratio.toFixed(2)}`,
    '',
  ];
}

function renderIsolation({ events, samples, ...rounds }: IsolationReport): string[] {
  const row = (name: string, figures: IsolationFigures) => [
    name,
    figures.medianMs.toFixed(1),
    figures.p99Ms.toFixed(1),
    figures.mostMs.toFixed(1),
    figures.coresElsewhere.toFixed(2),
  ];
  return [
    `Callback to webhook beside ${events} events of another merchant, ms, ${samples} payments` +
      ' (aim: below 200 at the 99th percentile)',
    ...table([
      ['', 'median', 'p99', 'most', 'cores elsewhere'],
      row('alone', rounds.alone),
      row('beside one that answers', rounds.besideAnswering),
      row('beside one that hangs', rounds.besideHanging),
    ]),
    '',
  ];
}

function renderLists(report: ListsReport): string[] {
  const { orders, days, seedMs, foldMs, foldSteps, unfoldedMs, lists, oneRowMs } = report;
  const seconds = (ms: number) => (ms / 1000).toFixed(0);
  return [
    `Lists, ${orders} orders of one merchant over ${days} days (aim: a median below 50 ms)`,
    ...table([
      ['', 'total', 'median ms', 'p95 ms'],
      ...lists.map(({ list, total, medianMs, p95Ms }) => [
        list,
        `${total}`,
        medianMs.toFixed(1),
        p95Ms.toFixed(1),
      ]),
    ]),
    `  generated in ${seconds(seedMs)} s, folded in ${seconds(foldMs)} s, ${foldSteps} steps;` +
      ` the first page before it was folded: ${unfoldedMs.toFixed(0)} ms`,
    `  a request that reads one row, in the same minutes: ${oneRowMs.toFixed(1)} ms`,
    '',
  ];
}

function spread({ median, lowest, highest }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${lowest.toFixed(digits)}–${highest.toFixed(digits)})`;
}

/** Columns as wide as they must be. */
function table(rows: readonly (readonly string[])[]): string[] {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
