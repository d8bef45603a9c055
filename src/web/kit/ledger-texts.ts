import type { Account, TransferKind } from '../../domain/ledger';
import type { Language } from './language';

type Text = Readonly<Record<Language, string>>;

type Words = Readonly<Record<'merchant' | 'operator', Text>>;

/** Merchants and operators see different names of a transfer. */
const postings: Readonly<Record<TransferKind, Words>> = {
  receive: {
    merchant: { en: 'Credited to your balance', th: 'เข้ายอดเงินของร้าน' },
    operator: { en: 'Credited', th: 'เข้ายอดของร้าน' },
  },
  suspend: {
    merchant: { en: 'Held for review', th: 'พักไว้ระหว่างการตรวจสอบ' },
    operator: { en: 'Moved to suspense', th: 'เข้าบัญชีพัก' },
  },
  opening: {
    merchant: { en: 'Opening balance', th: 'ยอดเริ่มต้น' },
    operator: { en: 'Opening balance', th: 'ยอดเริ่มต้น' },
  },
  hold: {
    merchant: { en: 'Held from your balance', th: 'กันไว้จากยอดเงินของร้าน' },
    operator: { en: 'Held', th: 'กันไว้' },
  },
  post: {
    merchant: { en: 'Paid out of your held balance', th: 'จ่ายออกจากยอดที่กันไว้' },
    operator: { en: 'Paid out', th: 'จ่ายออก' },
  },
  void: {
    merchant: { en: 'Released to your available balance', th: 'คืนเข้ายอดที่ใช้ได้ของร้าน' },
    operator: { en: 'Released', th: 'คืนยอดที่กันไว้' },
  },
  accept: {
    merchant: { en: 'Credited to your balance after review', th: 'เงินที่พักไว้เข้ายอดของร้าน' },
    operator: { en: 'Credited from suspense', th: 'เข้ายอดของร้านจากบัญชีพัก' },
  },
  return: {
    merchant: { en: 'Returned to the payer after review', th: 'คืนเงินที่พักไว้ให้ผู้ชำระเงิน' },
    operator: { en: 'Returned to the payer', th: 'คืนผู้ชำระเงิน' },
  },
  write_off: {
    merchant: { en: 'Written off after review', th: 'ตัดจำหน่ายเงินที่พักไว้' },
    operator: { en: 'Written off', th: 'ตัดจำหน่าย' },
  },
  credit: {
    merchant: {
      en: 'Incoming or returned money credited to your balance',
      th: 'เงินที่เข้ามาหรือกลับมา เข้ายอดเงินของร้าน',
    },
    operator: { en: 'Credited by an operator', th: 'ผู้ดูแลเพิ่มยอดให้ร้าน' },
  },
  charge: {
    merchant: {
      en: 'Payout was sent after all: charged to your balance',
      th: 'โอนออกไปแล้ว หักจากยอดเงินของร้าน',
    },
    operator: { en: 'Charged by an operator', th: 'ผู้ดูแลหักจากร้าน' },
  },
  absorb: {
    merchant: {
      en: 'Payout was sent after all: loss covered by us',
      th: 'โอนออกไปแล้ว เรารับภาระเอง',
    },
    operator: { en: 'Loss absorbed', th: 'เรารับภาระเอง' },
  },
  lose: {
    merchant: {
      en: 'Taken back after it was returned: loss covered by us',
      th: 'ธนาคารเรียกเงินคืนหลังจากคืนผู้ชำระเงินแล้ว เรารับภาระเอง',
    },
    operator: { en: 'Returned money taken back', th: 'ธนาคารเรียกเงินที่คืนไปแล้ว' },
  },
  assign: {
    merchant: { en: 'Unidentified money assigned', th: 'จัดสรรเงินที่ไม่ทราบรายการ' },
    operator: { en: 'Assigned by an operator', th: 'ผู้ดูแลจัดสรร' },
  },
  undo_accept: {
    merchant: {
      en: 'Correction: credit after review reversed',
      th: 'แก้ไข: หักเงินที่เข้ายอดหลังตรวจสอบคืน',
    },
    operator: { en: 'Correction: credit from suspense', th: 'แก้ไข: เข้ายอดของร้านจากบัญชีพัก' },
  },
  undo_return: {
    merchant: {
      en: 'Correction: return to the payer reversed',
      th: 'แก้ไข: ยกเลิกการคืนเงินให้ผู้ชำระเงิน',
    },
    operator: { en: 'Correction: return', th: 'แก้ไข: คืนผู้ชำระเงิน' },
  },
  undo_write_off: {
    merchant: { en: 'Correction: write-off reversed', th: 'แก้ไข: ยกเลิกการตัดจำหน่าย' },
    operator: { en: 'Correction: write-off', th: 'แก้ไข: ตัดจำหน่าย' },
  },
  undo_assign: {
    merchant: { en: 'Correction: assignment reversed', th: 'แก้ไข: ยกเลิกการจัดสรรเงิน' },
    operator: { en: 'Correction: assignment', th: 'แก้ไข: จัดสรร' },
  },
  undo_credit: {
    merchant: { en: 'Correction: credit reversed', th: 'แก้ไข: หักเงินที่เข้ายอดคืน' },
    operator: { en: 'Correction: credit', th: 'แก้ไข: เพิ่มยอดให้ร้าน' },
  },
  undo_charge: {
    merchant: { en: 'Correction: charge reversed', th: 'แก้ไข: คืนเงินที่หักเข้ายอดเงินของร้าน' },
    operator: { en: 'Correction: charge', th: 'แก้ไข: หักจากร้าน' },
  },
  undo_absorb: {
    merchant: { en: 'Correction: covered loss reversed', th: 'แก้ไข: ยกเลิกส่วนที่เรารับภาระ' },
    operator: { en: 'Correction: absorbed loss', th: 'แก้ไข: เรารับภาระเอง' },
  },
  undo_lose: {
    merchant: { en: 'Correction: covered loss reversed', th: 'แก้ไข: ยกเลิกส่วนที่เรารับภาระ' },
    operator: {
      en: 'Correction: returned money taken back',
      th: 'แก้ไข: ธนาคารเรียกเงินที่คืนไปแล้ว',
    },
  },
};

const accounts: Readonly<Record<Account, Text>> = {
  available: { en: "The merchant's available balance", th: 'ยอดใช้ได้ของร้าน' },
  held: { en: "The merchant's held balance", th: 'ยอดกันไว้ของร้าน' },
  provider_clearing: { en: 'Our account at the provider', th: 'บัญชีของเราที่ผู้ให้บริการ' },
  suspense: { en: 'Suspense', th: 'บัญชีพัก' },
  written_off: { en: 'Written off', th: 'ตัดจำหน่าย' },
};

export const postingTexts = (language: Language, reader: 'merchant' | 'operator') =>
  Object.fromEntries(
    Object.entries(postings).map(([kind, texts]) => [kind, texts[reader][language]]),
  ) as Readonly<Record<TransferKind, string>>;

export const accountTexts = (language: Language) =>
  Object.fromEntries(
    Object.entries(accounts).map(([account, text]) => [account, text[language]]),
  ) as Readonly<Record<Account, string>>;
