import type { FloodResult } from '../driver/jobs';
import type { OverloadFigures } from '../overload';
import { table } from './table';

export function renderOverload(figures: readonly OverloadFigures[]): string[] {
  return figures.flatMap(({ kind, perSecond, calm, overload, memory }) => [
    `Overload: ${kind}s, ${Math.round(perSecond)}/s with 64 clients` +
      ' (target: the p99 of accepted ones at 3 times is at most 2 times that at 0.8)',
    ...table([
      [
        '',
        'offered',
        'accepted',
        'refused',
        'accepted ms',
        'p99',
        'p99 after 1 s',
        'refused ms',
        'p99',
      ],
      row('0.8 of the capacity', calm),
      row('3 times the capacity', overload),
    ]),
    `  ratio of the p99: ${ratio(overload, calm).toFixed(1)};` +
      ` memory at most ${Math.round(memory.before)} MiB before, ${Math.round(memory.after)} after`,
    '',
  ]);
}

const ratio = (overload: FloodResult, calm: FloodResult): number =>
  (overload.acceptedMs.p99 ?? NaN) / (calm.acceptedMs.p99 ?? NaN);

const row = (name: string, result: FloodResult): readonly string[] => {
  const { offered, sendingMs, accepted, refused, acceptedMs, settledMs, refusedMs } = result;
  const rate = (count: number) => `${Math.round(count / (sendingMs / 1_000))}/s`;
  return [
    name,
    ...[offered, accepted, refused].map(rate),
    ...[acceptedMs.median, acceptedMs.p99, settledMs.p99, refusedMs.median, refusedMs.p99].map(
      (ms) => (ms === null ? '–' : ms.toFixed(1)),
    ),
  ];
};
