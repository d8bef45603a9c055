import { bangkokDay } from '../../kernel/rules/bangkok-day';
import { TITLE_LENGTH_MAX } from './payment-link';

export type MonthlyLanguage = 'th' | 'en';

/** Mails a link of its own to one payer, once a month. */
export interface MonthlyMail {
  readonly id: string;
  readonly merchantId: string;
  /** Its terms are those of each month's link. */
  readonly linkId: string;
  /** Null once the mails have ended. */
  readonly email: string | null;
  readonly language: MonthlyLanguage;
  /** 1 to 31. */
  readonly day: number;
  /** Of the page that ends the mails. */
  readonly token: string;
  readonly nextAt: Date;
  readonly endedAt: Date | null;
  /** `link`: its payment link takes no more payments. */
  readonly endedBy: 'merchant' | 'payer' | 'link' | null;
  readonly createdAt: Date;
}

/** The detail of a mail to its payer. */
export interface MonthlyNotice {
  readonly kind: 'monthly_link';
  readonly monthlyMailId: string;
  readonly merchantId: string;
  readonly linkId: string;
}

/** 08:00 in Bangkok. */
const HOUR_UTC = 1;

/** The first mail after a time. A month without the day has it on its last day. Pure. */
export function nextMailAt(day: number, after: Date): Date {
  const [year = 0, month = 0] = monthOf(after).split('-').map(Number);
  const dueIn = (index: number): Date => {
    const last = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
    return new Date(Date.UTC(year, index, Math.min(day, last), HOUR_UTC));
  };
  const due = dueIn(month - 1);
  return due > after ? due : dueIn(month);
}

/** The last one that is due: mails that an outage has prevented are not sent later. Pure. */
export function latestMailAt(day: number, nextAt: Date, now: Date): Date {
  const following = nextMailAt(day, nextAt);
  return following > now ? nextAt : latestMailAt(day, following, now);
}

/** In Bangkok, as `2026-12`. */
export const monthOf = (at: Date): string => bangkokDay(at.getTime()).slice(0, 7);

/** Without the dots of abbreviations, which mails remove. */
const names = {
  th: new Intl.DateTimeFormat('th-TH', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** With the month, where it fits. Pure. */
export function monthlyTitle(title: string, month: string, language: MonthlyLanguage): string {
  const named = `${title} · ${names[language].format(new Date(`${month}-01`))}`;
  return named.length <= TITLE_LENGTH_MAX ? named : title;
}
