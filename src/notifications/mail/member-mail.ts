import { lines, oneLine, type MailBrand, type MailLanguage } from '../../people/mail/templates';
import type { OutgoingMail } from '../../platform/mail/mailer';
import { formatMoney } from '../../kernel/rules/money';
import type {
  MemberMail,
  MemberMailKind,
  Occasions,
  OccasionKind,
  OccasionMail,
  Received,
  Summary,
} from '../rules/member-mail';

export interface MemberMailFacts {
  readonly brand: MailBrand;
  readonly to: string;
  readonly mail: MemberMail;
  readonly publicUrl: string;
  /** Of the link that turns the kind off. */
  readonly token: string;
}

interface Texts {
  /** Without names of people and amounts: lock screens show it. */
  readonly subjects: Readonly<Record<MemberMailKind, (merchantName: string) => string>>;
  readonly heads: Readonly<Record<OccasionKind, string>>;
  readonly events: Readonly<Record<Occasions['exception']['event'], string>>;
  readonly noOrder: string;
  readonly more: (count: number) => string;
  readonly received: (received: Received, root: string) => string;
  readonly sums: (summary: Summary) => string;
  readonly attention: string;
  /** Each only where there is one. */
  readonly faults: (summary: Summary, root: string) => readonly (string | false)[];
  readonly noFault: string;
  readonly off: string;
  readonly choose: string;
}

/** Of a day such as `2026-11-28`. */
const dayIn = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (day: string): string => format.format(new Date(day));
};
const days = { th: dayIn('th-TH'), en: dayIn('en-GB') };

const en: Texts = {
  subjects: {
    webhook_failing: (name) => `A webhook of ${name} is failing`,
    exception: (name) => `Orders of ${name} under review`,
    refund_failed: (name) => `A refund of ${name} has failed`,
    payment_received: (name) => `${name} has received payments`,
    daily_summary: (name) => `Yesterday at ${name}`,
  },
  heads: {
    webhook_failing: 'These webhooks have been failing for 15 minutes:',
    exception: 'The review of these orders has begun or ended:',
    refund_failed: 'These refunds have failed. The money is back in your available balance:',
  },
  events: {
    opened: 'Under review',
    decided: 'Review decided',
    corrected: 'Decision corrected, under review again',
  },
  noOrder: 'money without an order',
  more: (count) => `And ${count} more.`,
  received: ({ count, satang, isMore }, root) =>
    `Payments and deposits since the last email: ${isMore ? 'at least ' : ''}${count}, ` +
    `in sum ${isMore ? 'at least ' : ''}${formatMoney(satang)}\n${root}/payments`,
  sums: ({ day, received, paidOut }) =>
    `${days.en(day)}\n` +
    `Received: ${received.count}, in sum ${formatMoney(received.satang)}\n` +
    `Paid out: ${paidOut.count}, in sum ${formatMoney(paidOut.satang)}`,
  attention: 'This needs attention:',
  faults: (now, root) => [
    now.underReview > 0 && `Orders under review: ${now.underReview}`,
    now.unmatched > 0 && `Money without an order: ${now.unmatched}`,
    now.suspendedSatang > 0 &&
      `Held until a review is decided: ${formatMoney(now.suspendedSatang)}`,
    now.webhooks > 0 && `Webhooks failing: ${now.webhooks} – ${root}/developers/webhooks`,
    now.approvals > 0 && `Requests without an approval: ${now.approvals} – ${root}/approvals`,
  ],
  noFault: 'Nothing needs attention.',
  off: 'Turn off these emails with one click:',
  choose: 'Choose your emails:',
};

const th: Texts = {
  subjects: {
    webhook_failing: (name) => `Webhook ของ ${name} ส่งไม่สำเร็จ`,
    exception: (name) => `รายการของ ${name} ที่อยู่ระหว่างตรวจสอบ`,
    refund_failed: (name) => `การคืนเงินของ ${name} ไม่สำเร็จ`,
    payment_received: (name) => `${name} ได้รับชำระเงิน`,
    daily_summary: (name) => `สรุปเมื่อวานของ ${name}`,
  },
  heads: {
    webhook_failing: 'Webhook ต่อไปนี้ส่งไม่สำเร็จมา 15 นาทีแล้ว:',
    exception: 'รายการต่อไปนี้เริ่มหรือสิ้นสุดการตรวจสอบ:',
    refund_failed: 'การคืนเงินต่อไปนี้ไม่สำเร็จ เงินกลับเข้ายอดที่ใช้ได้แล้ว:',
  },
  events: {
    opened: 'อยู่ระหว่างตรวจสอบ',
    decided: 'ตรวจสอบเสร็จแล้ว',
    corrected: 'แก้ไขผลการตรวจสอบ ตรวจสอบอีกครั้ง',
  },
  noOrder: 'เงินที่ไม่มีรายการ',
  more: (count) => `และอีก ${count} รายการ`,
  received: ({ count, satang, isMore }, root) =>
    `รับชำระและรับฝากตั้งแต่อีเมลก่อน: ${isMore ? 'อย่างน้อย ' : ''}${count} รายการ ` +
    `รวม${isMore ? 'อย่างน้อย' : ''} ${formatMoney(satang)}\n${root}/payments`,
  sums: ({ day, received, paidOut }) =>
    `${days.th(day)}\n` +
    `เงินเข้า: ${received.count} รายการ รวม ${formatMoney(received.satang)}\n` +
    `เงินออก: ${paidOut.count} รายการ รวม ${formatMoney(paidOut.satang)}`,
  attention: 'สิ่งที่ต้องดูแล:',
  faults: (now, root) => [
    now.underReview > 0 && `รายการระหว่างตรวจสอบ: ${now.underReview}`,
    now.unmatched > 0 && `เงินที่ไม่มีรายการ: ${now.unmatched}`,
    now.suspendedSatang > 0 && `เงินที่พักไว้ระหว่างตรวจสอบ: ${formatMoney(now.suspendedSatang)}`,
    now.webhooks > 0 && `Webhook ส่งไม่สำเร็จ: ${now.webhooks} – ${root}/developers/webhooks`,
    now.approvals > 0 && `คำขอที่รออนุมัติ: ${now.approvals} – ${root}/approvals`,
  ],
  noFault: 'ไม่มีสิ่งที่ต้องดูแล',
  off: 'ปิดอีเมลประเภทนี้ในคลิกเดียว:',
  choose: 'เลือกอีเมลที่ต้องการรับ:',
};

const texts: Readonly<Record<MailLanguage, Texts>> = { th, en };

export function memberMail(
  language: MailLanguage,
  { brand, to, mail, publicUrl, token }: MemberMailFacts,
): OutgoingMail {
  const t = texts[language];
  const unsubscribeUrl = `${publicUrl}/dashboard/unsubscribe/${token}?lang=${language}`;
  return {
    to,
    subject: t.subjects[mail.kind](oneLine(mail.merchantName)),
    text: lines(
      brand,
      ...bodyOf(mail, t, `${publicUrl}/dashboard`),
      `${t.choose}\n${publicUrl}/dashboard/settings/mails`,
      `${t.off}\n${unsubscribeUrl}`,
    ),
    unsubscribeUrl,
  };
}

function bodyOf(mail: MemberMail, t: Texts, root: string): readonly string[] {
  if (mail.kind === 'payment_received') return [t.received(mail, root)];
  if (mail.kind === 'daily_summary') {
    const faults = t.faults(mail, root).filter((fault) => fault !== false);
    const state = faults.length === 0 ? [t.noFault] : [t.attention, ...faults];
    return [state.join('\n'), t.sums(mail)];
  }
  const listed = itemsOf(mail, t, root).join('\n');
  return [`${t.heads[mail.kind]}\n${listed}`, ...(mail.more > 0 ? [t.more(mail.more)] : [])];
}

function itemsOf(mail: OccasionMail, t: Texts, root: string): readonly string[] {
  switch (mail.kind) {
    case 'webhook_failing':
      // The path of a webhook may have a secret.
      return mail.items.map(
        ({ id, url }) => `${new URL(url).host}: ${root}/developers/webhooks/${id}`,
      );
    case 'exception':
      return mail.items.map(({ event, orderId, orderKind }) =>
        orderId === null || orderKind === null
          ? `${t.events[event]}: ${t.noOrder}`
          : `${t.events[event]}: ${root}/${orderKind}s/${orderId}`,
      );
    case 'refund_failed':
      return mail.items.map(({ orderId }) => `${root}/refunds/${orderId}`);
  }
}
