import { findOverview } from '../../find-overview';
import type { ApiDeps } from '../../../http/api-deps';
import { nothing } from '../../../pages/kit/fields';
import { actForm, page, pageReply } from '../../../pages/dashboard/frame/page';
import type { SignedInContext } from '../../../pages/dashboard/frame/screen';
import { homeScreen } from './view';

async function screenOf(deps: ApiDeps, context: SignedInContext, newKey: string | null) {
  const { config } = deps;
  const overview = await findOverview(deps, context.session.merchant, context.nowMs);
  const bankUrl = config.sandboxBank.linkUrl;
  return homeScreen(context, overview, { apiUrl: config.http.publicUrl, bankUrl }, newKey);
}

export const homeOperations = [
  page({
    name: 'showHome',
    summary: "The merchant's figures and the first steps",
    path: '/dashboard',
    render: (deps, context) => screenOf(deps, context, null),
  }),

  actForm({
    act: 'key_created',
    name: 'createFirstKey',
    path: '/dashboard/first-key',
    fields: nothing,
    errors: ['too_many_keys'],
    input: (_sent, { session }) => ({
      merchantId: session.merchant.id,
      key: { name: 'First key', permissions: ['write'] },
    }),
    back: () => '/dashboard',
    async done(deps, context, { apiKey }) {
      const screen = await screenOf(deps, { ...context, path: '/dashboard' }, apiKey);
      return pageReply(context, screen);
    },
  }),
];
