import type { StormReport, StormRound } from '../storm';
import { judged, table } from './table';

const PROBE_MS_MAX = 1_000;
const RATIO_MAX = 2;
const HEADINGS = [
  'clients',
  'accepted',
  'refused',
  'failed',
  'ms',
  'p99',
  'p99 after 1 s',
  'clients late, p99',
  '/healthz',
  'p99',
  'own listener',
];

export function renderStorm({ burst, calm, busy, storm }: StormReport): string[] {
  const { clients, accepted, refused, failed } = burst;
  return [
    `Overload: ${clients} creations at once, default limits (target: all accepted):` +
      ` ${judged(`${accepted} accepted`, accepted === clients)}, ${refused} refused,` +
      ` ${failed} failed`,
    '',
    'Overload: clients that retry at once (targets: no failure; p99 of /healthz on new' +
      ` connections below ${PROBE_MS_MAX} ms; at least the rate of ${calm.clients} clients; p99` +
      ` after the first second at most ${RATIO_MAX} times that of ${busy.clients} clients)`,
    ...table([HEADINGS, ...[calm, busy, storm].map(row)]),
    ...[busy, storm].map((round) => ratio(round, calm, 'rate', rateOf, (times) => times >= 1)),
    ratio(storm, busy, 'p99', p99Of, (times) => times <= RATIO_MAX),
    '',
  ];
}

const perSecond = ({ wallMs }: StormRound, count: number): number => count / (wallMs / 1_000);
const shown = (ms: number | null): string => (ms === null ? '–' : ms.toFixed(1));
const probed = (ms: number, failures: number): string =>
  judged(`${ms.toFixed(1)}${failures === 0 ? '' : `, ${failures} failed`}`, ms < PROBE_MS_MAX);

function row(round: StormRound): readonly string[] {
  const { clients, accepted, refused, failed, probes, probesElsewhere } = round;
  return [
    `${clients}`,
    `${perSecond(round, accepted).toFixed(0)}/s`,
    `${perSecond(round, refused).toFixed(0)}/s`,
    judged(`${failed}`, failed === 0),
    shown(round.acceptedMs.median),
    shown(round.acceptedMs.p99),
    shown(round.settledMs.p99),
    round.lagP99Ms.toFixed(1),
    probes.medianMs.toFixed(1),
    probed(probes.p99Ms, probes.failed),
    probed(probesElsewhere.p99Ms, probesElsewhere.failed),
  ];
}

const rateOf = (round: StormRound): number => perSecond(round, round.accepted);
const p99Of = ({ settledMs }: StormRound): number => settledMs.p99 ?? NaN;

function ratio(
  one: StormRound,
  other: StormRound,
  name: string,
  figureOf: (round: StormRound) => number,
  isMet: (times: number) => boolean,
): string {
  const times = figureOf(one) / figureOf(other);
  const shownTimes = judged(`${name} ${times.toFixed(2)} times`, isMet(times));
  return `  ${one.clients} to ${other.clients} clients: ${shownTimes}`;
}
