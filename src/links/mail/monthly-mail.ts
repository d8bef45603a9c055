import { linkUrl } from '../../contract/link-url';
import { formatMoney } from '../../kernel/rules/money';
import { lines, oneLine, type MailBrand } from '../../people/mail/templates';
import type { OutgoingMail } from '../../platform/mail/mailer';
import type { MonthlyLanguage } from '../rules/monthly-mail';
import type { PaymentLink } from '../rules/payment-link';

export interface MonthlyMailFacts {
  readonly brand: MailBrand;
  readonly to: string;
  readonly merchantName: string;
  readonly link: Pick<PaymentLink, 'title' | 'amount' | 'token'>;
  readonly publicUrl: string;
  /** Of the link that ends the mails. */
  readonly token: string;
}

const texts = {
  th: {
    subject: (shop: string) => `รายการชำระเงินรายเดือนของ ${shop}`,
    what: (shop: string) => `${shop} ขอให้คุณชำระเงิน:`,
    open: 'เปิดลิงก์นี้เพื่อชำระด้วย QR ชำระได้หนึ่งครั้ง:',
    unknown: 'หากไม่รู้จักร้านนี้ กรุณาอย่าชำระ และหยุดรับอีเมล',
    end: 'หยุดรับอีเมลรายเดือนจากร้านนี้ในคลิกเดียว:',
  },
  en: {
    subject: (shop: string) => `Monthly payment to ${shop}`,
    what: (shop: string) => `${shop} asks you to pay:`,
    open: 'Open this link to pay by QR code. It takes one payment:',
    unknown: 'If you do not know this shop, do not pay, and end these emails.',
    end: 'End the monthly emails of this shop with one click:',
  },
} as const;

/** No amount and no name of a person in the subject: lock screens show it. */
export function monthlyMail(
  language: MonthlyLanguage,
  { brand, to, merchantName, link, publicUrl, token }: MonthlyMailFacts,
): OutgoingMail {
  const t = texts[language];
  const shop = oneLine(merchantName);
  const { amount } = link;
  const money = typeof amount === 'number' ? ` · ${formatMoney(amount)}` : '';
  const unsubscribeUrl = `${publicUrl}/l/unsubscribe/${token}?lang=${language}`;
  return {
    to,
    subject: t.subject(shop),
    text: lines(
      brand,
      `${t.what(shop)}\n${oneLine(link.title)}${money}`,
      `${t.open}\n${linkUrl(publicUrl, link.token)}?lang=${language}`,
      t.unknown,
      `${t.end}\n${unsubscribeUrl}`,
    ),
    unsubscribeUrl,
  };
}
