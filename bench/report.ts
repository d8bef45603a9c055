import type { BurstReport } from './burst';
import type { PeerFigures } from './compare-peers';
import type { CreateReport } from './create';
import type { CycleReports } from './cycle';
import type { FootprintReport } from './footprint';
import type { IsolationReport } from './isolation';
import type { LatencyReports } from './latency';
import type { LifetimesReport } from './lifetimes';
import type { ListsReport } from './lists';
import type { OpenFigures } from './open-payments';
import type { OutageReport } from './outage';
import type { OverloadFigures } from './overload';
import type { PagesReport } from './pages';
import { renderBurst } from './report/burst';
import { renderCreate } from './report/create';
import { renderCycles } from './report/cycles';
import { renderFootprint } from './report/footprint';
import { renderIsolation } from './report/isolation';
import { renderLatency } from './report/latency';
import { renderLifetimes } from './report/lifetimes';
import { renderLists } from './report/lists';
import { renderOpen } from './report/open';
import { renderOutage } from './report/outage';
import { renderOverload } from './report/overload';
import { renderPages } from './report/pages';
import { renderPeers } from './report/peers';
import { renderScale } from './report/scale';
import { renderSlowClients } from './report/slow-clients';
import { renderSoak } from './report/soak';
import { renderStorm } from './report/storm';
import { renderTracing } from './report/tracing';
import type { ScaleFigures } from './scale';
import type { SlowClientsReport } from './slow-clients';
import type { SoakReport } from './soak';
import type { StormReport } from './storm';
import type { TracingReport } from './tracing';

export interface Report {
  readonly create: CreateReport | null;
  readonly cycle: CycleReports | null;
  readonly latency: LatencyReports | null;
  readonly footprint: FootprintReport | null;
  readonly isolation: IsolationReport | null;
  readonly overload: readonly OverloadFigures[] | null;
  readonly storm: StormReport | null;
  readonly slowClients: SlowClientsReport | null;
  readonly burst: BurstReport | null;
  readonly open: readonly OpenFigures[] | null;
  readonly lifetimes: LifetimesReport | null;
  readonly outage: OutageReport | null;
  readonly lists: ListsReport | null;
  readonly pages: PagesReport | null;
  readonly soak: SoakReport | null;
  readonly scale: readonly ScaleFigures[] | null;
  readonly peers: readonly PeerFigures[] | null;
  readonly tracing: TracingReport | null;
}

/** The report as text: each figure with its floor, each ratio with its target. */
export function renderReport(report: Report): string {
  const { create, cycle, latency, isolation, overload, storm, slowClients, burst, open } = report;
  const { footprint, lifetimes, outage, lists, pages, soak, scale, peers, tracing } = report;
  return [
    ...(create === null ? [] : renderCreate(create)),
    ...(cycle === null ? [] : renderCycles(cycle)),
    ...(latency === null ? [] : renderLatency(latency)),
    ...(footprint === null ? [] : renderFootprint(footprint)),
    ...(isolation === null ? [] : renderIsolation(isolation)),
    ...(overload === null ? [] : renderOverload(overload)),
    ...(storm === null ? [] : renderStorm(storm)),
    ...(slowClients === null ? [] : renderSlowClients(slowClients)),
    ...(burst === null ? [] : renderBurst(burst)),
    ...(open === null ? [] : renderOpen(open)),
    ...(lifetimes === null ? [] : renderLifetimes(lifetimes)),
    ...(outage === null ? [] : renderOutage(outage)),
    ...(lists === null ? [] : renderLists(lists)),
    ...(pages === null ? [] : renderPages(pages)),
    ...(soak === null ? [] : renderSoak(soak)),
    ...(scale === null ? [] : renderScale(scale)),
    ...(peers === null ? [] : renderPeers(peers)),
    ...(tracing === null ? [] : renderTracing(tracing)),
    'Each figure is the median of the rounds, followed by the lowest and the highest.',
  ].join('\n');
}
