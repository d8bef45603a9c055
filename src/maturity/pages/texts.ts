import type { Language } from '../../pages/kit/language';

const en = {
  title: 'Maturity',
  ofMerchant: 'Maturity of the merchant',
  hint: 'After how many bank days the merchant may use what a provider account receives for it.',
  account: 'Provider account',
  days: 'Bank days',
  daysRule: 'Enter a number from 0 to 30.',
  since: 'Since',
  atOnce: '0: at once',
  change: 'New rule',
  changeHint: 'It applies to what is credited from now on. Pending money keeps its days.',
  set: 'Set this rule',
  holidays: 'Bank holidays',
  holidaysHint: 'Money whose bank days reach a year without a list stays pending.',
  unknown: 'No year is known. Pending money does not mature.',
  list: 'Bank holidays of a year',
  listHint: 'All of one year, such as 2027-01-01 2027-02-22. They replace those of the year.',
  listRule: 'Enter days of one year such as 2027-01-01 2027-02-22.',
  setHolidays: 'Set the bank holidays',
};
export type MaturityTexts = typeof en;

const th: MaturityTexts = {
  title: 'วันครบกำหนดเงิน',
  ofMerchant: 'วันครบกำหนดเงินของร้าน',
  hint: 'ร้านใช้เงินที่บัญชีผู้ให้บริการรับไว้ได้หลังกี่วันทำการธนาคาร',
  account: 'บัญชีผู้ให้บริการ',
  days: 'วันทำการธนาคาร',
  daysRule: 'กรอกตัวเลข 0 ถึง 30',
  since: 'ตั้งแต่',
  atOnce: '0: ใช้ได้ทันที',
  change: 'กำหนดใหม่',
  changeHint: 'มีผลกับเงินที่เข้ายอดจากนี้ไป เงินที่รออยู่ครบกำหนดตามเดิม',
  set: 'ตั้งวันครบกำหนด',
  holidays: 'วันหยุดธนาคาร',
  holidaysHint: 'เงินที่ครบกำหนดในปีที่ไม่มีรายการวันหยุดจะรอต่อไป',
  unknown: 'ยังไม่มีวันหยุดของปีใด เงินที่รออยู่จึงไม่ครบกำหนด',
  list: 'วันหยุดธนาคารของปี',
  listHint: 'ทุกวันของหนึ่งปี เช่น 2027-01-01 2027-02-22 แทนที่รายการเดิมของปีนั้น',
  listRule: 'กรอกวันของปีเดียวกัน เช่น 2027-01-01 2027-02-22',
  setHolidays: 'ตั้งวันหยุดธนาคาร',
};

export const maturityTexts: Readonly<Record<Language, MaturityTexts>> = { en, th };
