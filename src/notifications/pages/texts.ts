import type { Language } from '../../pages/kit/language';
import type { MemberMailKind } from '../rules/member-mail';

const en = {
  title: 'Your emails',
  hint: (merchant: string) =>
    `What we mail to you about ${merchant}. Other members choose for themselves. Emails about ` +
    'your account, new API keys and other changes of access are always sent.',
  kinds: {
    webhook_failing: { name: 'Webhook failing', hint: 'When it has failed for 15 minutes' },
    exception: { name: 'Under review', hint: 'When a review of an order begins or is decided' },
    refund_failed: { name: 'Refund failed', hint: 'When a refund did not reach its payer' },
    payment_received: { name: 'Payment received', hint: 'At most one email an hour' },
    daily_summary: {
      name: 'Daily summary',
      hint: 'At 08:00 in Bangkok: what needs attention, and the sums of yesterday',
    },
  } satisfies Readonly<Record<MemberMailKind, { name: string; hint: string }>>,
  unsubscribe: 'Turn off emails',
  isOn: (kind: string, merchant: string) => `Turn off the emails “${kind}” about ${merchant}?`,
  isOff: (kind: string, merchant: string) => `You get no more emails “${kind}” about ${merchant}.`,
  nothingElse: 'Nothing else changes.',
  turnOff: 'Turn off',
  settings: 'Choose your emails',
};

export type MailTexts = typeof en;

const th: MailTexts = {
  title: 'อีเมลของคุณ',
  hint: (merchant) =>
    `อีเมลเกี่ยวกับ ${merchant} ที่ส่งถึงคุณ สมาชิกคนอื่นเลือกเอง ` +
    'อีเมลเกี่ยวกับบัญชีของคุณ คีย์ API และสิทธิ์การเข้าถึงจะส่งเสมอ',
  kinds: {
    webhook_failing: { name: 'Webhook ส่งไม่สำเร็จ', hint: 'เมื่อส่งไม่สำเร็จมา 15 นาที' },
    exception: { name: 'อยู่ระหว่างตรวจสอบ', hint: 'เมื่อเริ่มตรวจสอบรายการ และเมื่อได้ผล' },
    refund_failed: { name: 'คืนเงินไม่สำเร็จ', hint: 'เมื่อเงินคืนไปไม่ถึงผู้ชำระเงิน' },
    payment_received: { name: 'ได้รับชำระเงิน', hint: 'ไม่เกินหนึ่งฉบับต่อชั่วโมง' },
    daily_summary: {
      name: 'สรุปประจำวัน',
      hint: 'เวลา 08:00 น. (เวลากรุงเทพ) สิ่งที่ต้องดูแล และยอดรวมของเมื่อวาน',
    },
  },
  unsubscribe: 'ปิดอีเมล',
  isOn: (kind, merchant) => `ปิดอีเมล “${kind}” เกี่ยวกับ ${merchant} หรือไม่`,
  isOff: (kind, merchant) => `คุณจะไม่ได้รับอีเมล “${kind}” เกี่ยวกับ ${merchant} อีก`,
  nothingElse: 'การตั้งค่าอื่นไม่เปลี่ยนแปลง',
  turnOff: 'ปิดอีเมล',
  settings: 'เลือกอีเมลที่ต้องการรับ',
};

export const mailTexts: Readonly<Record<Language, MailTexts>> = { th, en };
