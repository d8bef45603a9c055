import type { FloodResult } from '../driver/jobs';
import type { OverloadFigures } from '../overload';
import { judged, table } from './table';

const RATIO_MAX = 2;

export function renderOverload(figures: readonly OverloadFigures[]): string[] {
  return figures.flatMap(({ kind, perSecond, calm, overload, memory }) => [
    `Overload: ${kind}s, ${Math.round(perSecond)}/s` +
      ' (target: after 7 s the p99 of accepted ones at 3 times' +
      ` is at most ${RATIO_MAX} times that at 0.8)`,
    ...table([
      [
        '',
        'offered',
        'accepted',
        'refused',
        'accepted ms',
        'p99',
        'p99 after 7 s',
        'refused ms',
        'p99',
      ],
      row('0.8 of the capacity', calm),
      row('3 times the capacity', overload),
    ]),
    `  ratio of the p99: ${judgedRatio(overload, calm)};` +
      ` memory at most ${Math.round(memory.before)} MiB before, ${Math.round(memory.after)} after`,
    '',
  ]);
}

/** Without an accepted request, the target is missed. */
function judgedRatio(overload: FloodResult, calm: FloodResult): string {
  const ratio = (overload.settledMs.p99 ?? NaN) / (calm.settledMs.p99 ?? NaN);
  return judged(ratio.toFixed(1), ratio <= RATIO_MAX);
}

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
