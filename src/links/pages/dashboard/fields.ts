import { z } from 'zod';
import { returnUrl } from '../../../contract/checkout-fields';
import { says, shown } from '../../../contract/fields';
import { metadata } from '../../../contract/metadata';
import {
  bangkokDayEnd,
  bangkokDayStart,
  bangkokText,
  readDay,
} from '../../../kernel/rules/bangkok-day';
import { readMoment } from '../../../kernel/rules/moment';
import { orNull, readBy } from '../../../pages/kit/fields';
import { DESCRIPTION_LENGTH_MAX, PAYMENTS_MAX, TITLE_LENGTH_MAX } from '../../rules/payment-link';

/** A day in Bangkok, of which `edge` selects the start or end, or a day with a time. */
const momentBy = (edge: (day: string) => Date) => (text: string) => {
  const day = readDay(text);
  return day === null ? readMoment(text.replace(/\s+/, 'T'), '+07:00') : edge(day);
};

/** As `momentBy` reads it. */
const writeMoment = (at: Date | null, edge: (day: string) => Date): string => {
  if (at === null) return '';
  const text = bangkokText(at);
  const day = text.slice(0, 10);
  return edge(day).getTime() === at.getTime() ? day : text;
};
export const writeStart = (at: Date | null): string => writeMoment(at, bangkokDayStart);
export const writeEnd = (at: Date | null): string => writeMoment(at, bangkokDayEnd);

function readCount(text: string): number | null {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= PAYMENTS_MAX ? count : null;
}

export function readMonthDay(text: string): number | null {
  const day = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return day >= 1 && day <= 31 ? day : null;
}

type Metadata = Readonly<Record<string, unknown>>;
const pair = /^([^:]+):(.*)$/;

/** `name: value`, one a line, or a JSON object. Null when it is neither. */
function readMetadata(text: string): Metadata | null {
  if (text.startsWith('{')) return readJson(text);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => pair.exec(line));
  if (pairs.includes(null)) return null;
  return Object.fromEntries(pairs.map((found) => [found?.[1]?.trim() ?? '', found?.[2]?.trim()]));
}

function readJson(text: string): Metadata | null {
  try {
    return JSON.parse(text) as Metadata;
  } catch {
    return null;
  }
}

/** As lines if they are read as the same metadata, otherwise as JSON. */
export function writeMetadata(value: Metadata | null): string {
  if (value === null) return '';
  const lines = Object.entries(value).map(([name, each]) => `${name}: ${String(each)}`);
  const text = lines.join('\n');
  const isSame = JSON.stringify(readMetadata(text)) === JSON.stringify(value);
  return isSame && lines.length > 0 ? text : JSON.stringify(value);
}

/** Of a new link and of a change. */
export const termFields = {
  title: shown(TITLE_LENGTH_MAX),
  description: z
    .union([z.literal(''), shown(DESCRIPTION_LENGTH_MAX)])
    .default('')
    .transform((text) => (text === '' ? null : text)),
  payments_max: orNull(readBy(readCount)),
  from: orNull(readBy(momentBy(bangkokDayStart))),
  until: orNull(readBy(momentBy(bangkokDayEnd))),
  return_url: orNull(returnUrl('invalid_url')),
  metadata: orNull(readBy(readMetadata).pipe(metadata)),
};

interface Period {
  readonly from: Date | null;
  readonly until: Date | null;
}
export const inOrder = ({ from, until }: Period): boolean =>
  from === null || until === null || from < until;
export const notInOrder = { path: ['until'], error: says('invalid_request').error };

/** The terms in the words of the use cases. */
export function termsOf(fields: z.output<z.ZodObject<typeof termFields>>) {
  const { title, description, payments_max: paymentsMax, from, until, metadata: kept } = fields;
  const { return_url: backUrl } = fields;
  const period = { startsAt: from, endsAt: until };
  return { title, description, paymentsMax, ...period, returnUrl: backUrl, metadata: kept };
}
