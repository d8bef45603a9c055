import type { CheckKind, WorkName } from '../../../application/reports/measure-health';
import type { Language } from '../../kit/language';

export interface OverviewTexts {
  readonly exceptions: string;
  readonly exceptionsHint: string;
  readonly toExceptions: string;
  readonly merchants: string;
  readonly merchantsHint: string;
  readonly toMerchants: string;
  readonly temporal: string;
  readonly reachable: string;
  readonly unreachable: string;
  readonly temporalHint: string;
  readonly work: string;
  readonly workHint: string;
  readonly what: string;
  readonly count: string;
  readonly oldest: string;
  readonly state: string;
  readonly fine: string;
  readonly late: string;
  readonly names: Readonly<Record<WorkName, string>>;
  readonly hints: Readonly<Record<WorkName, string>>;
  readonly minutes: (count: number) => string;
  readonly stuck: string;
  readonly stuckHint: string;
  readonly noStuck: string;
  readonly webhooks: string;
  readonly noWebhooks: string;
  readonly failingSince: string;
  readonly disabled: string;
  readonly checks: string;
  readonly checksHint: string;
  readonly checkNames: Readonly<Record<CheckKind, string>>;
  readonly never: Readonly<Record<CheckKind, string>>;
  readonly clean: string;
  readonly differences: (count: number) => string;
}

export const overviewTexts: Readonly<Record<Language, OverviewTexts>> = {
  th: {
    exceptions: 'รายการผิดปกติที่รอตัดสิน',
    exceptionsHint: 'สิ่งที่ไม่มีกฎใดตัดสินได้',
    toExceptions: 'ดูรายการ',
    merchants: 'ร้านที่รอเปิดใช้งาน',
    merchantsHint: 'ยังสร้างรายการไม่ได้',
    toMerchants: 'ดูร้าน',
    temporal: 'Temporal',
    reachable: 'เชื่อมต่อได้',
    unreachable: 'ติดต่อไม่ได้',
    temporalHint: 'จากกระบวนการนี้ งานที่ค้างจะทำเมื่อกลับมา',
    work: 'งานที่ค้าง',
    workHint: 'นับถึง 10,000 ควรเป็นศูนย์หรืออายุไม่กี่วินาที',
    what: 'งาน',
    count: 'จำนวน',
    oldest: 'เก่าสุด',
    state: 'สถานะ',
    fine: 'ปกติ',
    late: 'ล่าช้า',
    names: {
      outbox: 'รอแจ้ง Temporal',
      callbacks: 'คำแจ้งจากผู้ให้บริการ',
      deadlines: 'รายการเลยกำหนด',
      payouts: 'การจ่ายที่ต้องตรวจ',
      deliveries: 'เว็บฮุกที่รอส่ง',
      slips: 'สลิปที่ยังไม่ได้อ่าน',
      mails: 'อีเมลที่รอส่ง',
    },
    hints: {
      outbox: 'เริ่มหรือปลุกเวิร์กโฟลว์',
      callbacks: 'รับแล้วแต่ยังไม่ได้ประมวลผล',
      deadlines: 'เลยกำหนดเกินหนึ่งนาที',
      payouts: 'เลยเวลาตรวจเกินห้านาที',
      deliveries: 'รวมที่รอความพยายามครั้งต่อไป',
      slips: 'ภาพจากผู้จ่าย',
      mails: 'คำเชิญและรหัสผ่าน',
    },
    minutes: (count) => (count < 60 ? `${count} นาที` : `${Math.floor(count / 60)} ชั่วโมง`),
    stuck: 'การจ่ายที่ไม่จบเกินหนึ่งวัน',
    stuckHint: 'ถามผู้ให้บริการ แล้วรอรายการผิดปกติหรือดูเวิร์กโฟลว์',
    noStuck: 'ไม่มี',
    webhooks: 'เว็บฮุกที่ล้มเหลว',
    noWebhooks: 'ไม่มี',
    failingSince: 'ล้มเหลวตั้งแต่',
    disabled: 'ปิดแล้ว',
    checks: 'การตรวจบัญชี',
    checksHint: 'ผลครั้งล่าสุดของคำสั่ง',
    checkNames: { audit: 'ตรวจบัญชีภายใน', reconciliation: 'เทียบกับผู้ให้บริการ' },
    never: {
      audit: 'ยังไม่เคย: gateway audit',
      reconciliation: 'ยังไม่เคย: gateway reconcile',
    },
    clean: 'ตรงกัน',
    differences: (count) => `ต่างกัน ${count} จุด`,
  },
  en: {
    exceptions: 'Exceptions that wait',
    exceptionsHint: 'What no rule can settle',
    toExceptions: 'Look at them',
    merchants: 'Merchants that wait',
    merchantsHint: 'They cannot create anything yet',
    toMerchants: 'Look at them',
    temporal: 'Temporal',
    reachable: 'Reachable',
    unreachable: 'Not reachable',
    temporalHint: 'From this process. What waits is done when it is back.',
    work: 'Work that waits',
    workHint: 'Counted up to 10,000. It should be none, or seconds old.',
    what: 'Work',
    count: 'Number',
    oldest: 'Oldest',
    state: 'State',
    fine: 'Fine',
    late: 'Late',
    names: {
      outbox: 'To tell Temporal',
      callbacks: 'Callbacks of the provider',
      deadlines: 'Orders past their deadline',
      payouts: 'Payouts to look after',
      deliveries: 'Webhooks to deliver',
      slips: 'Slips to read',
      mails: 'Mails to send',
    },
    hints: {
      outbox: 'Workflows to start or to wake',
      callbacks: 'Taken, and not applied yet',
      deadlines: 'By more than a minute',
      payouts: 'Due for more than five minutes',
      deliveries: 'Those too that wait for a next attempt',
      slips: 'Pictures that payers sent',
      mails: 'Invitations and passwords',
    },
    minutes: (count) => (count < 60 ? `${count} min` : `${Math.floor(count / 60)} h`),
    stuck: 'Payouts without an end for a day',
    stuckHint: 'Ask the provider. Each becomes an exception once nobody can tell.',
    noStuck: 'None.',
    webhooks: 'Webhooks that fail',
    noWebhooks: 'None.',
    failingSince: 'Failing since',
    disabled: 'Disabled',
    checks: 'Checks of the books',
    checksHint: 'How they went when somebody last ran the command',
    checkNames: { audit: 'Against themselves', reconciliation: "Against the provider's statement" },
    never: { audit: 'Never yet: gateway audit', reconciliation: 'Never yet: gateway reconcile' },
    clean: 'No difference',
    differences: (count) => (count === 1 ? '1 difference' : `${count} differences`),
  },
};
