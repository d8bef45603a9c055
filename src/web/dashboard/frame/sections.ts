import type { Html } from '../../../lib/html';
import type { Language } from '../../kit/language';
import { icons } from '../../kit/icons';

/** An entry of the navigation. */
export interface Section {
  readonly path: string;
  readonly icon: Html;
  readonly label: Readonly<Record<Language, string>>;
}

/** In display order within their group. */
export const sections = {
  home: {
    path: '/dashboard',
    icon: icons.home,
    label: { en: 'Home', th: 'หน้าหลัก' },
  },
  payments: {
    path: '/dashboard/payments',
    icon: icons.payment,
    label: { en: 'Payments', th: 'การชำระเงิน' },
  },
  deposits: {
    path: '/dashboard/deposits',
    icon: icons.deposit,
    label: { en: 'Deposits', th: 'การฝากเงิน' },
  },
  withdrawals: {
    path: '/dashboard/withdrawals',
    icon: icons.withdrawal,
    label: { en: 'Withdrawals', th: 'การถอนเงิน' },
  },
  refunds: {
    path: '/dashboard/refunds',
    icon: icons.refund,
    label: { en: 'Refunds', th: 'การคืนเงิน' },
  },
  transactions: {
    path: '/dashboard/transactions',
    icon: icons.exchange,
    label: { en: 'Transactions', th: 'ธุรกรรม' },
  },
  keys: {
    path: '/dashboard/developers/keys',
    icon: icons.key,
    label: { en: 'API keys', th: 'คีย์ API' },
  },
  webhooks: {
    path: '/dashboard/developers/webhooks',
    icon: icons.webhook,
    label: { en: 'Webhooks', th: 'Webhook' },
  },
  requests: {
    path: '/dashboard/developers/requests',
    icon: icons.request,
    label: { en: 'API requests', th: 'คำขอ API' },
  },
  profile: {
    path: '/dashboard/settings/profile',
    icon: icons.person,
    label: { en: 'Profile', th: 'โปรไฟล์' },
  },
  team: {
    path: '/dashboard/settings/team',
    icon: icons.people,
    label: { en: 'Team', th: 'ทีม' },
  },
  activity: {
    path: '/dashboard/settings/activity',
    icon: icons.list,
    label: { en: 'Activity', th: 'ประวัติการใช้งาน' },
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

export const labelsIn = (language: Language) =>
  Object.fromEntries(
    Object.entries(sections).map(([name, { label }]) => [name, label[language]]),
  ) as Readonly<Record<SectionName, string>>;

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
