import { createKey } from '../../../application/merchants/api-keys';
import { findOverview } from '../../../application/reports/find-overview';
import type { ApiDeps } from '../../../http/api-deps';
import { nothing } from '../../kit/fields';
import { formAction, pageReply, page } from '../frame/page';
import type { SignedInContext } from '../frame/screen';
import { homeScreen } from './view';

async function screenOf(deps: ApiDeps, context: SignedInContext, newKey: string | null) {
  const { config } = deps;
  const overview = await findOverview(deps, context.session.merchant, context.nowMs);
  const bankUrl = config.mode === 'sandbox' ? config.sandboxBank.publicUrl : null;
  return homeScreen(context, overview, { apiUrl: config.http.publicUrl, bankUrl }, newKey);
}

export const homeOperations = [
  page({
    name: 'showHome',
    summary: 'How the merchant stands, and how to begin',
    path: '/dashboard',
    render: (deps, context) => screenOf(deps, context, null),
  }),

  formAction({
    name: 'createFirstKey',
    summary: 'Make the key that a new merchant begins with, and show how to use it',
    path: '/dashboard/first-key',
    role: 'developer',
    fields: nothing,
    errors: ['too_many_keys'],
    async handle(deps, context) {
      const asked = { name: 'First key', permission: 'write' } as const;
      const key = await createKey(deps, context.audit, asked);
      const screen = await screenOf(deps, { ...context, path: '/dashboard' }, key);
      return pageReply(context, screen);
    },
  }),
];
