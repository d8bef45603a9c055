import type { Section } from '../../kit/section';
import { icons } from '../../kit/icons';

/** In display order within their group. */
export const sections = {
  overview: {
    path: '/console',
    icon: icons.home,
    label: { en: 'Overview', th: 'ภาพรวม' },
  },
  exceptions: {
    path: '/console/exceptions',
    icon: icons.warning,
    label: { en: 'Exceptions', th: 'รายการผิดปกติ' },
  },
  approvals: {
    path: '/console/approvals',
    icon: icons.check,
    label: { en: 'Approvals', th: 'การอนุมัติ' },
  },
  refused: {
    path: '/console/refused-callbacks',
    icon: icons.request,
    label: { en: 'Refused callbacks', th: 'คอลแบ็กที่ถูกปฏิเสธ' },
  },
  refunds: {
    path: '/console/refunds',
    icon: icons.refund,
    label: { en: 'Manual refunds', th: 'คืนเงินด้วยตนเอง' },
  },
  orders: {
    path: '/console/orders',
    icon: icons.search,
    label: { en: 'Orders', th: 'รายการ' },
  },
  merchants: {
    path: '/console/merchants',
    icon: icons.shop,
    label: { en: 'Merchants', th: 'ร้านค้า' },
  },
  accounts: {
    path: '/console/provider-accounts',
    icon: icons.exchange,
    label: { en: 'Provider accounts', th: 'บัญชีผู้ให้บริการ' },
  },
  operators: {
    path: '/console/settings/operators',
    icon: icons.people,
    label: { en: 'Operators', th: 'ผู้ดูแลระบบ' },
  },
  activity: {
    path: '/console/settings/activity',
    icon: icons.list,
    label: { en: 'Activity', th: 'ประวัติการใช้งาน' },
  },
  profile: {
    path: '/console/settings/profile',
    icon: icons.person,
    label: { en: 'Profile', th: 'โปรไฟล์' },
  },
  security: {
    path: '/console/settings/security',
    icon: icons.shield,
    label: { en: 'Security', th: 'ความปลอดภัย' },
  },
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
