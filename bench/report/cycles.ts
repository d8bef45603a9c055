import type { CycleReport, CycleReports } from '../cycle';
import { spread, table } from './table';

export function renderCycles(reports: CycleReports): string[] {
  const measured = Object.entries(reports);
  return [
    'Full cycle, CPU ms (target: at most 1.10 times the barest)',
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
    `  noise: ${spread(coresElsewhere, 2)} cores used by other processes`,
    '',
  ];
}
