import { listAccounts } from '../../../providers/accounts/find-accounts';
import { measureHealth } from '../../measure-health';
import type { ApiDeps } from '../../../http/api-deps';
import { page } from '../../../pages/console/frame/page';
import { overviewScreen } from './view';

/** Per owner. */
const ACCOUNTS_MAX = 50;

async function allAccounts(deps: ApiDeps) {
  const pages = await Promise.all(
    (['platform', 'merchants'] as const).map((owner) =>
      listAccounts(deps, { owner, before: null, limit: ACCOUNTS_MAX }),
    ),
  );
  return pages.flatMap(({ items }) => items);
}

export const overviewOperations = [
  page({
    name: 'showOverview',
    summary: 'Open work for operators, and the health of the gateway',
    path: '/console',
    async render(deps, context) {
      const { reachable } = deps.outbox.state();
      const [health, accounts] = await Promise.all([measureHealth(deps), allAccounts(deps)]);
      return overviewScreen(context, { health, accounts, isReachable: reachable });
    },
  }),
];
