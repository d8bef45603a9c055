import type { Html } from '../../../lib/html';
import { icons } from '../../kit/icons';

/** An entry of the navigation. Its label is in the texts. */
export interface Section {
  readonly path: string;
  readonly icon: Html;
}

/** In display order within their group. */
export const sections = {
  home: { path: '/dashboard', icon: icons.home },
  payments: { path: '/dashboard/payments', icon: icons.payment },
  deposits: { path: '/dashboard/deposits', icon: icons.deposit },
  withdrawals: { path: '/dashboard/withdrawals', icon: icons.withdrawal },
  refunds: { path: '/dashboard/refunds', icon: icons.refund },
  transactions: { path: '/dashboard/transactions', icon: icons.exchange },
  keys: { path: '/dashboard/developers/keys', icon: icons.key },
  webhooks: { path: '/dashboard/developers/webhooks', icon: icons.webhook },
  requests: { path: '/dashboard/developers/requests', icon: icons.request },
  profile: { path: '/dashboard/settings/profile', icon: icons.person },
  team: { path: '/dashboard/settings/team', icon: icons.people },
  activity: { path: '/dashboard/settings/activity', icon: icons.list },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

/** The group `business` is shown without a heading. */
export const groups = [
  {
    name: 'business',
    sections: ['home', 'payments', 'deposits', 'withdrawals', 'refunds', 'transactions'],
  },
  { name: 'developers', sections: ['keys', 'webhooks', 'requests'] },
  { name: 'settings', sections: ['team', 'activity', 'profile'] },
] as const satisfies readonly {
  readonly name: string;
  readonly sections: readonly SectionName[];
}[];
