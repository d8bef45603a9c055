import type { VNode } from 'preact';
import { icons } from '../../kit/icons';

interface Section {
  readonly path: string;
  readonly icon: VNode;
}

/** In display order within their group. */
export const sections = {
  overview: { path: '/console', icon: icons.home },
  exceptions: { path: '/console/exceptions', icon: icons.warning },
  approvals: { path: '/console/approvals', icon: icons.check },
  refused: { path: '/console/refused-callbacks', icon: icons.request },
  refunds: { path: '/console/refunds', icon: icons.refund },
  orders: { path: '/console/orders', icon: icons.search },
  merchants: { path: '/console/merchants', icon: icons.shop },
  accounts: { path: '/console/provider-accounts', icon: icons.exchange },
  operators: { path: '/console/settings/operators', icon: icons.people },
  activity: { path: '/console/settings/activity', icon: icons.list },
  profile: { path: '/console/settings/profile', icon: icons.person },
  security: { path: '/console/settings/security', icon: icons.shield },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

/** The group `work` is shown without a heading. */
export const groups = [
  {
    name: 'work',
    sections: [
      'overview',
      'exceptions',
      'refused',
      'approvals',
      'refunds',
      'merchants',
      'orders',
      'accounts',
    ],
  },
  { name: 'settings', sections: ['operators', 'activity', 'profile', 'security'] },
] as const satisfies readonly {
  readonly name: string;
  readonly sections: readonly SectionName[];
}[];
