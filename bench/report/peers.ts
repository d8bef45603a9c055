import type { PeerFigures } from '../compare-peers';
import { spread, table } from './table';

const names = {
  gateway: 'the gateway',
  barest: 'barest workflow on Temporal',
  queue: 'queue in Postgres (pg-boss)',
  dbos: 'workflow in Postgres (DBOS)',
};

export function renderPeers(figures: readonly PeerFigures[]): string[] {
  const cpu = (figure: PeerFigures, process: string) => figure.cpuMs[process]?.toFixed(1) ?? '–';
  return [
    'A payment beside peers, CPU ms: total of the rounds; the parts are of the last round',
    ...table([
      ['', 'total', 'api', 'worker', 'temporal', 'postgres', 'payments/s', 'kB in Postgres'],
      ...figures.map((figure) => [
        names[figure.side],
        spread(figure.totalCpuMs, 1),
        ...['api', 'worker', 'temporal', 'postgres'].map((process) => cpu(figure, process)),
        spread(figure.perSecond, 0),
        (figure.postgresBytes / 1_000).toFixed(1),
      ]),
    ]),
    '',
  ];
}
