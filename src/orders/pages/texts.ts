import type { Language } from '../../pages/kit/language';

const en = {
  late: 'Paid late',
  /** The payer's account differs from the expected one. */
  otherPayer: 'Different payer',
  partlyRefunded: (amount: string) => `${amount} refunded`,
  methods: { qr: 'Thai QR', token: 'Token' },
};

const th: typeof en = {
  late: 'ชำระหลังหมดเวลา',
  otherPayer: 'บัญชีผู้ชำระเงินไม่ตรง',
  partlyRefunded: (amount) => `คืนแล้ว ${amount}`,
  methods: { qr: 'Thai QR', token: 'Token' },
};

export const ordersTexts: Readonly<Record<Language, typeof en>> = { th, en };
