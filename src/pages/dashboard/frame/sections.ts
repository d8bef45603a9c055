import { orderKinds, type OrderKind } from '../../../orders/rules/kinds';
import type { VNode } from 'preact';
import { kindTexts, type Described } from '../../../orders/pages/kind-texts';
import type { Section } from '../../kit/section';
import { icons } from '../../kit/icons';

const sectionOf = (kind: Described, icon: VNode): Section => ({
  path: `/dashboard/${kind}s`,
  icon,
  label: { en: kindTexts.en[kind].plural, th: kindTexts.th[kind].plural },
});

const orderSections = Object.fromEntries(
  orderKinds.map((kind) => [`${kind}s`, sectionOf(kind, icons[kind])]),
) as Readonly<Record<`${OrderKind}s`, Section>>;

/** In display order within their group. */
export const sections = {
  home: {
    path: '/dashboard',
    icon: icons.home,
    label: { en: 'Home', th: 'หน้าหลัก' },
  },
  ...orderSections,
  transactions: sectionOf('transaction', icons.exchange),
  balance: {
    path: '/dashboard/balance',
    icon: icons.list,
    label: { en: 'Balance', th: 'ยอดเงิน' },
  },
  counter: {
    path: '/dashboard/counter',
    icon: icons.shop,
    label: { en: 'Counter', th: 'เคาน์เตอร์' },
  },
  links: {
    path: '/dashboard/links',
    icon: icons.link,
    label: { en: 'Payment links', th: 'ลิงก์รับชำระเงิน' },
  },
  approvals: {
    path: '/dashboard/approvals',
    icon: icons.check,
    label: { en: 'Approvals', th: 'การอนุมัติ' },
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
  accounts: {
    path: '/dashboard/settings/provider-accounts',
    icon: icons.exchange,
    label: { en: 'Provider accounts', th: 'บัญชีผู้ให้บริการ' },
  },
  profile: {
    path: '/dashboard/settings/profile',
    icon: icons.person,
    label: { en: 'Profile', th: 'โปรไฟล์' },
  },
  mails: {
    path: '/dashboard/settings/mails',
    icon: icons.mail,
    label: { en: 'Emails', th: 'อีเมล' },
  },
  security: {
    path: '/dashboard/settings/security',
    icon: icons.shield,
    label: { en: 'Security', th: 'ความปลอดภัย' },
  },
  business: {
    path: '/dashboard/settings/business',
    icon: icons.shop,
    label: { en: 'Business', th: 'ข้อมูลกิจการ' },
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

/** The group `business` is shown without a heading. */
export const groups = [
  {
    name: 'business',
    sections: [
      'home',
      ...orderKinds.map((kind) => `${kind}s` as const),
      'transactions',
      'counter',
      'links',
      'balance',
      'approvals',
    ],
  },
  { name: 'developers', sections: ['keys', 'webhooks', 'requests'] },
  {
    name: 'settings',
    sections: ['business', 'team', 'accounts', 'activity', 'profile', 'mails', 'security'],
  },
] as const satisfies readonly {
  readonly name: string;
  readonly sections: readonly SectionName[];
}[];
