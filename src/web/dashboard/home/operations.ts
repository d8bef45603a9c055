import { createKey } from '../../../application/merchants/api-keys';
import { findOverview } from '../../../application/reports/find-overview';
import type { ApiDeps } from '../../../http/api-deps';
import { nothing } from '../../kit/fields';
import { formAction, withFrame, page } from '../frame/page';
import type { SignedInContext } from '../frame/screen';
import { homeScreen } from './view';

async function screenOf(deps: ApiDeps, visit: SignedInContext, newKey: string | null) {
  const { config } = deps;
  const overview = await findOverview(deps, visit.session.merchant, visit.nowMs);
  const bankUrl = config.mode === 'sandbox' ? config.sandboxBank.publicUrl : null;
  return homeScreen(visit, overview, { apiUrl: config.http.publicUrl, bankUrl }, newKey);
}

export const homeOperations = [
  page({
    name: 'showHome',
    summary: 'How the merchant stands, and how to begin',
    path: '/dashboard',
    show: (deps, visit) => screenOf(deps, visit, null),
  }),

  formAction({
    name: 'createFirstKey',
    summary: 'Make the key that a new merchant begins with, and show how to use it',
    path: '/dashboard/first-key',
    role: 'developer',
    fields: nothing,
    errors: ['too_many_keys'],
    async take(deps, visit) {
      const asked = { name: 'First key', permission: 'write' } as const;
      const key = await createKey(deps, visit.audit, asked);
      const screen = await screenOf(deps, { ...visit, path: '/dashboard' }, key);
      return withFrame(visit, screen);
    },
  }),
];
