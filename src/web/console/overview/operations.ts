import { measureHealth } from '../../../application/reports/measure-health';
import { page } from '../frame/page';
import { overviewScreen } from './view';

export const overviewOperations = [
  page({
    name: 'showOverview',
    summary: 'Open work for operators, and the health of the gateway',
    path: '/console',
    async render(deps, context) {
      const { reachable } = deps.outbox.state();
      return overviewScreen(context, await measureHealth(deps), reachable);
    },
  }),
];
