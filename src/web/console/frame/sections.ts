import type { Html } from '../../../lib/html';
import { icons } from '../../kit/icons';

/** A place in the navigation. Its name is in the texts, its pages in the folder of that name. */
interface Section {
  readonly path: string;
  readonly icon: Html;
}

/** In the order in which they are shown, under the heading of their group. */
export const sections = {
  overview: { path: '/console', icon: icons.home },
  exceptions: { path: '/console/exceptions', icon: icons.warning },
  orders: { path: '/console/orders', icon: icons.search },
  merchants: { path: '/console/merchants', icon: icons.shop },
  operators: { path: '/console/settings/operators', icon: icons.people },
  activity: { path: '/console/settings/activity', icon: icons.list },
  profile: { path: '/console/settings/profile', icon: icons.person },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

/** The heading `work` is not shown: what stands there needs none. */
export const groups = [
  { name: 'work', sections: ['overview', 'exceptions', 'merchants', 'orders'] },
  { name: 'settings', sections: ['operators', 'activity', 'profile'] },
] as const satisfies readonly {
  readonly name: string;
  readonly sections: readonly SectionName[];
}[];

export type GroupName = (typeof groups)[number]['name'];
