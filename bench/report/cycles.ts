import type { CycleFigures, CycleReport, CycleReports } from '../cycle';
import { processes } from '../pair';
import { spread, table } from './table';

export function renderCycles(reports: CycleReports): string[] {
  const measured = Object.entries(reports);
  return [
    'Full cycle, CPU ms (targets: at most 1.20 times the barest, 0.60 of commit 286add7)',
    ...table([
      ['', 'ours', 'barest', 'ratio', 'earlier', 'ratio'],
      ...measured.map(([kind, { ours, barest, ratio, earlier, ratioToEarlier }]) => [
        kind,
        spread(ours.cpuMs.total, 1),
        spread(barest.cpuMs.total, 1),
        spread(ratio, 2),
        ...(earlier === null ? [] : [spread(earlier.cpuMs.total, 1)]),
        ...(ratioToEarlier === null ? [] : [spread(ratioToEarlier, 2)]),
      ]),
    ]),
    '',
    ...measured.flatMap(([kind, report]) => renderCycle(kind, report)),
  ];
}

function renderCycle(
  kind: string,
  { ours, barest, earlier, coresElsewhere }: CycleReport,
): string[] {
  const sides: readonly (readonly [name: string, figures: CycleFigures])[] = [
    ['ours', ours],
    ['barest', barest],
    ...(earlier === null ? [] : [['earlier', earlier] as const]),
  ];
  return [
    `Cycle of a ${kind}, CPU ms`,
    ...table([
      ['', ...sides.flatMap(([name]) => [name, 'of it idle'])],
      ...processes.map((process) => [
        process,
        ...sides.flatMap(([, { cpuMs, idleCpuMs }]) => [
          spread(cpuMs[process], 1),
          idleCpuMs[process].toFixed(1),
        ]),
      ]),
      ['total', ...sides.flatMap(([, { cpuMs }]) => [spread(cpuMs.total, 1), ''])],
      [`${kind}s/s`, ...sides.flatMap(([, { perSecond }]) => [spread(perSecond, 0), ''])],
    ]),
    `  noise: ${spread(coresElsewhere, 2)} cores used by other processes`,
    '',
  ];
}
