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
    summary: "The merchant's figures and the first steps",
    path: '/dashboard',
    render: (deps, context) => screenOf(deps, context, null),
  }),

  formAction({
    name: 'createFirstKey',
    summary: 'Create the first API key of a merchant and show how to use it',
    path: '/dashboard/first-key',
    role: 'developer',
    stepUp: 'proof',
    fields: nothing,
    errors: ['too_many_keys'],
    async handle(deps, context) {
      const { audit, session } = context;
      const asked = { name: 'First key', permissions: ['write'] } as const;
      const { apiKey } = await createKey(deps, audit, session.merchant.id, asked);
      const screen = await screenOf(deps, { ...context, path: '/dashboard' }, apiKey);
      return pageReply(context, screen);
    },
  }),
];
