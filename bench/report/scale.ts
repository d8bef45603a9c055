import type { ScaleFigures } from '../scale';
import { table } from './table';

export function renderScale(stages: readonly ScaleFigures[]): string[] {
  const row = (name: string, value: (stage: ScaleFigures) => number, digits = 1) => [
    name,
    ...stages.map((stage) => value(stage).toFixed(digits)),
  ];
  const processes = ['api', 'worker', 'temporal', 'postgres'] as const;
  const paths = stages[0]?.reads.map(([path]) => path) ?? [];
  const readOf = ({ reads }: ScaleFigures, path: string) =>
    reads.find(([one]) => one === path)?.[1] ?? Number.NaN;
  return [
    'Scale: past orders of one merchant, evenly distributed over 1,000 days',
    ...table([
      ['', ...stages.map(({ orders }) => `${orders} orders`)],
      row('database, GiB', ({ databaseBytes }) => databaseBytes / 2 ** 30),
      row('generated in s', ({ seedMs }) => seedMs / 1_000, 0),
      row('create, median ms', (stage) => stage.createMedianMs),
      row('create, Postgres CPU ms', (stage) => stage.createCpuMs, 2),
      ...processes.map((name) =>
        row(`payment, ${name} CPU ms`, ({ cycleCpuMs }) => cycleCpuMs[name]),
      ),
      row('callback to webhook, median ms', (stage) => stage.callbackToWebhook.medianMs),
      row('callback to webhook, p99 ms', (stage) => stage.callbackToWebhook.p99Ms),
      ...paths.map((path) => row(`GET ${path}, median ms`, (stage) => readOf(stage, path))),
      row('no load, Postgres CPU ms/s', (stage) => stage.idleCpuMs),
      row('vacuum of all tables, s', ({ vacuumMs }) => vacuumMs / 1_000),
      row('cores used by other processes', (stage) => stage.coresElsewhere, 2),
    ]),
    '',
  ];
}
