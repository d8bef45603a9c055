import type { LinkState } from '../../find-link';
import type { Language } from '../../../pages/kit/language';

const en = {
  amount: 'Amount',
  enter: 'Amount in baht',
  bounds: (min: string, max: string) => `Whole baht, from ${min} to ${max}`,
  pay: 'Pay',
  next: 'You then see a QR code for your bank’s app. Nothing is charged by this button.',
  wrongAmount: 'Enter a whole number of baht within the limits.',
  left: (count: number) => (count === 1 ? '1 left' : `${count} left`),
  until: (moment: string) => `Open until ${moment}`,
  states: {
    stopped: { name: 'This link is closed', hint: 'The shop takes no more payments here.' },
    sold_out: { name: 'Sold out', hint: 'All payments of this link have been made.' },
    ended: { name: 'This link has expired', hint: 'Its period is over.' },
    scheduled: { name: 'Not open yet', hint: 'Please come back later.' },
    active: { name: 'Open', hint: '' },
  } satisfies Readonly<Record<LinkState, { readonly name: string; readonly hint: string }>>,
  opens: (moment: string) => `It opens on ${moment}.`,
  noPay: 'Please do not pay with an earlier QR code of this link.',
  paid: { name: 'Already paid', hint: 'This link takes one payment, and it has been made.' },
  monthly: {
    title: 'Monthly emails',
    isOn: (shop: string) => `${shop} may send you an email each month with a link to pay.`,
    isOff: (shop: string) => `${shop} can no longer send you monthly emails.`,
    end: 'End these emails',
  },
};

export type LinkTexts = typeof en;

const th: LinkTexts = {
  amount: 'ยอดชำระ',
  enter: 'จำนวนเงิน (บาท)',
  bounds: (min, max) => `จำนวนเต็มบาท ตั้งแต่ ${min} ถึง ${max}`,
  pay: 'ชำระเงิน',
  next: 'ขั้นต่อไปจะแสดง QR ให้สแกนด้วยแอปธนาคาร ปุ่มนี้ไม่ตัดเงิน',
  wrongAmount: 'กรุณากรอกจำนวนเต็มบาทภายในยอดที่กำหนด',
  left: (count) => `เหลือ ${count}`,
  until: (moment) => `เปิดรับถึง ${moment}`,
  states: {
    stopped: { name: 'ลิงก์นี้ปิดแล้ว', hint: 'ร้านไม่รับชำระเงินผ่านลิงก์นี้แล้ว' },
    sold_out: { name: 'ขายหมดแล้ว', hint: 'มีผู้ชำระครบจำนวนของลิงก์นี้แล้ว' },
    ended: { name: 'ลิงก์นี้หมดเวลาแล้ว', hint: 'พ้นช่วงเวลารับชำระเงินแล้ว' },
    scheduled: { name: 'ยังไม่เปิดรับชำระเงิน', hint: 'กรุณากลับมาใหม่ภายหลัง' },
    active: { name: 'เปิดรับชำระเงิน', hint: '' },
  },
  opens: (moment) => `เปิดรับ ${moment}`,
  noPay: 'กรุณาอย่าโอนด้วย QR เดิมของลิงก์นี้',
  paid: { name: 'ชำระแล้ว', hint: 'ลิงก์นี้รับชำระครั้งเดียว และมีการชำระแล้ว' },
  monthly: {
    title: 'อีเมลรายเดือน',
    isOn: (shop) => `${shop} อาจส่งอีเมลพร้อมลิงก์ชำระเงินถึงคุณทุกเดือน`,
    isOff: (shop) => `${shop} ส่งอีเมลรายเดือนถึงคุณไม่ได้แล้ว`,
    end: 'หยุดรับอีเมล',
  },
};

export const linkTexts: Readonly<Record<Language, LinkTexts>> = { th, en };
