import type { Language } from '../../pages/kit/language';
import type { PricedMethod } from '../rules/price';

const enMethods: Readonly<Record<PricedMethod, string>> = {
  qr: 'QR payments',
  token: 'Card and token payments',
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  refund: 'Refunds',
};
const thMethods: Readonly<Record<PricedMethod, string>> = {
  qr: 'รับเงินด้วย QR',
  token: 'รับเงินด้วยบัตรและโทเคน',
  deposit: 'ฝากเงิน',
  withdrawal: 'ถอนเงิน',
  refund: 'คืนเงิน',
};

const en = {
  title: 'Prices',
  ofMerchant: 'Prices of the merchant',
  methods: enMethods,
  method: 'Method',
  price: 'Price',
  from: 'Valid from',
  state: 'State',
  states: { current: 'Valid', next: 'Not yet valid', past: 'Replaced' },
  versions: 'Versions',
  current: 'What you pay',
  vatNote: (rate: string) => `VAT of ${rate} is added to each fee.`,
  noVat: 'No VAT is added.',
  free: 'Nothing. Every order is free of charge.',
  lastMonth: (from: string, until: string) => `Last month, ${from} to ${until}`,
  noOrders: 'No money moved last month.',
  count: 'Orders',
  volume: 'Volume',
  fees: 'Fees',
  vat: 'VAT',
  rate: 'Effective rate',
  change: 'New version',
  changeHint: 'A version is never changed: money that has moved keeps its price.',
  priceHint:
    'For example 1.65% min 2.00 dispute 300.00 returned; from 50000.00: 1%. 0% is free. ' +
    'Dispute: for each charge-back. Returned: with refunds.',
  priceRule: 'Enter a price such as 1.65% or 1.2% + 5.00 min 10.00 max 200.00.',
  fromHint: 'Bangkok time, such as 2026-12-01T00:00. Empty: at once.',
  fromRule: 'Enter a time such as 2026-12-01T00:00.',
  calculate: 'Calculate',
  whatIf: 'Last month with this price',
  before: 'Charged',
  after: 'With the new price',
  set: 'Set this price',
  vatTitle: 'VAT on fees',
  vatHint: 'Each rate applies until the end of its day. After the last day it stays in force.',
  vatLabel: 'Rates',
  vatExample: 'For example 7% until 2026-09-30; 10% until 2027-09-30. Empty: no VAT.',
  vatRule: 'Enter rates such as 7% until 2026-09-30; 10% until 2027-09-30.',
  setVat: 'Set the rates',
};
export type PriceTexts = typeof en;

const th: PriceTexts = {
  title: 'ค่าธรรมเนียม',
  ofMerchant: 'ค่าธรรมเนียมของร้าน',
  methods: thMethods,
  method: 'ช่องทาง',
  price: 'ราคา',
  from: 'มีผลตั้งแต่',
  state: 'สถานะ',
  states: { current: 'ใช้อยู่', next: 'ยังไม่มีผล', past: 'ถูกแทนที่แล้ว' },
  versions: 'ทุกฉบับ',
  current: 'ค่าธรรมเนียมที่ร้านจ่าย',
  vatNote: (rate: string) => `บวกภาษีมูลค่าเพิ่ม ${rate} ของค่าธรรมเนียม`,
  noVat: 'ไม่มีภาษีมูลค่าเพิ่ม',
  free: 'ไม่มีค่าธรรมเนียม ทุกรายการฟรี',
  lastMonth: (from: string, until: string) => `เดือนที่แล้ว ${from} ถึง ${until}`,
  noOrders: 'เดือนที่แล้วไม่มีรายการ',
  count: 'จำนวนรายการ',
  volume: 'ยอดเงิน',
  fees: 'ค่าธรรมเนียม',
  vat: 'ภาษีมูลค่าเพิ่ม',
  rate: 'อัตราที่จ่ายจริง',
  change: 'ฉบับใหม่',
  changeHint: 'ฉบับเดิมไม่ถูกแก้ไข เงินที่เข้าออกไปแล้วใช้ราคาเดิม',
  priceHint:
    'เช่น 1.65% min 2.00 dispute 300.00 returned; from 50000.00: 1% ถ้าฟรีใส่ 0% ' +
    'dispute: ต่อการเรียกเงินคืน returned: คืนค่าธรรมเนียมเมื่อคืนเงิน',
  priceRule: 'กรอกราคา เช่น 1.65% หรือ 1.2% + 5.00 min 10.00 max 200.00',
  fromHint: 'เวลากรุงเทพฯ เช่น 2026-12-01T00:00 เว้นว่างคือมีผลทันที',
  fromRule: 'กรอกเวลา เช่น 2026-12-01T00:00',
  calculate: 'คำนวณ',
  whatIf: 'เดือนที่แล้วถ้าใช้ราคานี้',
  before: 'ที่เก็บจริง',
  after: 'ถ้าใช้ราคาใหม่',
  set: 'ตั้งราคานี้',
  vatTitle: 'ภาษีมูลค่าเพิ่มของค่าธรรมเนียม',
  vatHint: 'แต่ละอัตรามีผลถึงสิ้นวันที่กำหนด หลังวันสุดท้ายใช้อัตราเดิมต่อ',
  vatLabel: 'อัตรา',
  vatExample: 'เช่น 7% until 2026-09-30; 10% until 2027-09-30 เว้นว่างคือไม่มีภาษี',
  vatRule: 'กรอกอัตรา เช่น 7% until 2026-09-30; 10% until 2027-09-30',
  setVat: 'ตั้งอัตราภาษี',
};

export const priceTexts: Readonly<Record<Language, PriceTexts>> = { en, th };
