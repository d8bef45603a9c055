import { z } from 'zod';
import { createdAt } from '../../contract/described-fields';
import { email, id, says } from '../../contract/fields';
import { operation } from '../../http/operation';
import { readOperation } from '../../http/read-operation';
import { json } from '../../http/reply';
import { keyContext } from '../../kernel/audit/record-audit-event';
import {
  createMonthlyMail,
  listMonthlyMails,
  stopMonthlyMail,
  type ListedMonthlyMail,
  type MonthlyMail,
} from '../monthly-mails';
import { linkParams } from './schema';

const dayRule = says('invalid_request', 'must be a whole number from 1 to 31');
const languages = ['th', 'en'] as const;

export const monthlyMailRequest = z
  .object({
    email: email.describe('The address of the payer, who can end the mails by a link in each.'),
    day: z
      .int(dayRule)
      .min(1, dayRule)
      .max(31, dayRule)
      .describe('Day of the month, in Bangkok. A shorter month has it on its last day.'),
    language: z
      .enum(languages, says('invalid_request', 'must be th or en'))
      .default('th')
      .describe('Of the mails.'),
  })
  .meta({ id: 'MonthlyMailRequest' });

export const monthlyMail = z
  .object({
    monthly_mail_id: z.string().describe('The id of the monthly mail.'),
    payment_link_id: z.string().describe('The link whose terms each month has.'),
    email: z.string().nullable().describe('The address. Null once the mails have ended.'),
    day: z.int().describe('Day of the month, or its last day.'),
    language: z.enum(languages).describe('Of the mails.'),
    next_at: z.iso.datetime().nullable().describe('The next mail. Null once they have ended.'),
    ended_at: z.iso.datetime().nullable().describe('When the mails ended. Null: they go on.'),
    ended_by: z
      .enum(['merchant', 'payer', 'link'])
      .nullable()
      .meta({
        description:
          '`payer`: by the link in a mail; the address gets no other monthly mail of yours. ' +
          '`link`: the payment link was stopped, or its period is over.',
      }),
    created_at: createdAt,
  })
  .meta({ id: 'MonthlyMail' });

export const listedMonthlyMail = monthlyMail
  .extend({
    last_payment_link_id: z.string().nullable().meta({
      description: 'The link of the last mail, for one payment. Null before the first.',
    }),
    last_month: z.string().nullable().describe('Its month, as `2026-12`.'),
    last_paid: z.boolean().nullable().describe('Whether its payment has succeeded.'),
  })
  .meta({ id: 'ListedMonthlyMail' });

export const monthlyMails = z
  .object({
    monthly_mails: z
      .array(listedMonthlyMail)
      .describe('At most 1,000: active ones first, then newest first.'),
  })
  .meta({ id: 'MonthlyMails' });

const monthlyParams = z.object({
  id: id('mm_', 'monthly_mail_not_found').describe('The `monthly_mail_id`.'),
});

const presentMonthly = (mail: MonthlyMail): z.input<typeof monthlyMail> => ({
  monthly_mail_id: mail.id,
  payment_link_id: mail.linkId,
  email: mail.email,
  day: mail.day,
  language: mail.language,
  next_at: mail.endedAt === null ? mail.nextAt.toISOString() : null,
  ended_at: mail.endedAt?.toISOString() ?? null,
  ended_by: mail.endedBy,
  created_at: mail.createdAt.toISOString(),
});

const presentListed = (mail: ListedMonthlyMail): z.input<typeof listedMonthlyMail> => ({
  ...presentMonthly(mail),
  last_payment_link_id: mail.lastLinkId,
  last_month: mail.lastMonth,
  last_paid: mail.isPaid,
});

const example: z.input<typeof monthlyMail> = {
  monthly_mail_id: 'mm_01kajs9v4q6m3x7t5w8y0z1a2b',
  payment_link_id: 'pl_01kajs9v4q6m3x7t5w8y0z1a2b',
  email: 'payer@example.com',
  day: 31,
  language: 'th',
  next_at: '2026-11-30T01:00:00.000Z',
  ended_at: null,
  ended_by: null,
  created_at: '2026-11-21T10:00:00.000Z',
};

export const monthlyMailOperations = [
  operation({
    name: 'createMonthlyMail',
    summary: 'Mail a payment link to a payer each month, each time for one payment',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/payment-links/:id/monthly-mails',
    auth: 'merchant',
    permission: 'payments:write',
    creates: true,
    params: linkParams,
    body: monthlyMailRequest,
    success: { status: 200, schema: monthlyMail, example },
    example: { body: { email: 'payer@example.com', day: 31 } },
    links: [{ to: 'stopMonthlyMail', params: { id: '/monthly_mail_id' } }],
    errors: ['payment_link_not_found', 'invalid_email', 'business_unverified', 'state_conflict'],
    respond(deps, { caller, params, body, claim, address }) {
      const request = { ...body, merchantId: caller.id, linkId: params.id };
      return createMonthlyMail(deps, keyContext(caller, address), request, claim, (created) =>
        JSON.stringify(presentMonthly(created)),
      );
    },
  }),

  readOperation({
    name: 'listMonthlyMails',
    summary: 'List the monthly mails of a payment link, active ones first',
    family: 'qr',
    path: '/Thai/v1/payment-links/:id/monthly-mails',
    permission: 'payments:read',
    params: linkParams,
    schema: monthlyMails,
    errors: ['payment_link_not_found'],
    read: async (deps, { caller, params }) => ({
      monthly_mails: (await listMonthlyMails(deps, caller, params.id)).map(presentListed),
    }),
  }),

  operation({
    name: 'stopMonthlyMail',
    summary: 'End a monthly mail for good. Idempotent',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/monthly-mails/:id/stop',
    auth: 'merchant',
    permission: 'payments:write',
    params: monthlyParams,
    success: { status: 200, schema: monthlyMail },
    errors: ['monthly_mail_not_found'],
    async respond(deps, { caller, params, address }) {
      const ended = { merchantId: caller.id, monthlyMailId: params.id };
      const mail = await stopMonthlyMail(deps, keyContext(caller, address), ended);
      return json(200, presentMonthly(mail));
    },
  }),
];
