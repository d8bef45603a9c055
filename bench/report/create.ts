import { CROWD, USUAL, type CreateFigures, type CreateReport } from '../create';
import { spread, table } from './table';

export function renderCreate(report: CreateReport): string[] {
  const { temporalRunning, temporalStopped, crowded, idleCpuMs, coresElsewhere } = report;
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
    `Create, ${USUAL} concurrent (target: at least 0.70 of the floor)`,
    ...table([
      head,
      ...rows(temporalRunning),
      ['Temporal stopped'],
      ...rows(temporalStopped),
      [`Temporal stopped, ${CROWD} concurrent`],
      ...rows(crowded),
    ]),
    `  idle, API and Postgres: ours ${idleCpuMs.ours.toFixed(0)} CPU ms per second,` +
      ` the floor ${idleCpuMs.floor.toFixed(0)}`,
    `  noise: ${spread(coresElsewhere, 2)} cores used by other processes`,
    '',
  ];
}
