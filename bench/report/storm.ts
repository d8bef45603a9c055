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

export function renderStorm({ burst, calm, storms }: StormReport): string[] {
  const { clients, accepted, refused, failed } = burst;
  return [
    `Overload: ${clients} creations at once, default limits (target: all accepted):` +
      ` ${judged(`${accepted} accepted`, accepted === clients)}, ${refused} refused,` +
      ` ${failed} failed`,
    '',
    'Overload: clients that retry at once (targets: no failure; p99 of /healthz on new' +
      ` connections below ${PROBE_MS_MAX} ms; the rate of accepted ones as without overload;` +
      ` their p99 after the first second at most ${RATIO_MAX} times that)`,
    ...table([HEADINGS, row(calm), ...storms.map(row)]),
    ...storms.map((storm) => ratios(storm, calm)),
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

function ratios(storm: StormRound, calm: StormRound): string {
  const rate = perSecond(storm, storm.accepted) / perSecond(calm, calm.accepted);
  const p99 = (storm.settledMs.p99 ?? NaN) / (calm.settledMs.p99 ?? NaN);
  return (
    `  ${storm.clients} to ${calm.clients} clients: accepted ${rate.toFixed(2)} of the rate,` +
    ` ${judged(`p99 ${p99.toFixed(1)} times`, p99 <= RATIO_MAX)}`
  );
}
