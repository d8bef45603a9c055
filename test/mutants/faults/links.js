const limit = ['test/links/limit.test.ts'];
const monthly = ['test/links/monthly-mails.test.ts'];
const pages = ['test/links/pages/public.test.ts'];

module.exports = [
  {
    file: 'src/orders/payment/store/link-places.ts',
    tests: limit,
    faults: [
      {
        what: 'a payment settles beyond the limit of its link',
        find: '       and (payments_max is null or paid < payments_max)\n',
        replace: '',
      },
      {
        what: 'a link takes one payment more than its limit',
        find: 'paid < payments_max)',
        replace: 'paid <= payments_max)',
      },
      {
        what: 'a payment settles after the stop of its link',
        find: ' and stopped_at is null\n',
        replace: '\n',
      },
      {
        what: 'an accepted payment is not counted',
        find: 'sql`update payment_links set paid = paid + 1 where id = ${paymentLinkId}`',
        replace: 'sql`select ${paymentLinkId}::text`',
      },
    ],
  },
  {
    file: 'src/orders/store/apply-transition.ts',
    tests: limit,
    faults: [
      {
        what: 'a short payment takes a place of its link',
        find: "if (paymentLinkId === null || step?.to !== 'succeeded' || movement === null)",
        replace: 'if (paymentLinkId === null || movement === null)',
      },
      {
        what: 'the place of a payment that an operator has accepted is forgotten',
        find: "if (step?.to === 'succeeded' && order.paymentLinkId !== null)",
        replace: 'if (step === null && order.paymentLinkId !== null)',
      },
    ],
  },
  {
    file: 'src/orders/rules/interpret-money.ts',
    tests: limit,
    faults: [
      {
        what: 'money beyond a link succeeds its payment',
        find: "    outcome: 'beyond_link',\n    step: null,\n",
        replace: "    outcome: 'beyond_link',\n",
      },
      {
        what: 'money beyond a link opens no exception',
        find: "    exception: 'beyond_link',\n",
        replace: '    exception: null,\n',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/resolution.ts',
    tests: limit,
    faults: [
      {
        what: 'a payment whose money is returned succeeds',
        find: '  const paidSatang = paidSatangOf(parts);\n  const waits',
        replace: '  const paidSatang = creditedBy(parts);\n  const waits',
      },
    ],
  },
  {
    file: 'src/links/pay-link.ts',
    tests: pages,
    faults: [
      {
        what: 'a closed link starts a payment',
        find: "  if (state !== 'active') throw new Problem('payment_link_closed');\n",
        replace: '',
      },
      {
        what: 'visitors use up the quota of a merchant',
        find: 'payersShare(openOrdersMax)',
        replace: 'openOrdersMax',
      },
      {
        what: 'a second press starts a second payment',
        find: '  key: `${id} ${',
        replace: '  key: `${id} ${Math.random()} ${',
      },
      {
        what: 'a press with another amount leaves the first payment open',
        find: '  } else if (isOpen) await expireReplaced(deps, merchant, orderId);\n',
        replace: '  }\n',
      },
      {
        what: 'a link works although its merchant may not have links',
        find: ' || !isAllowed;\n',
        replace: ';\n',
      },
    ],
  },
  {
    file: 'src/links/may-have-links.ts',
    tests: pages,
    faults: [
      {
        what: 'a business that nobody verified has links in live mode',
        find: '  return verified.some(({ subject }) => subject === IDENTITY);\n',
        replace: '  return verified.length >= 0;\n',
      },
    ],
  },
  {
    file: 'src/links/change-link.ts',
    tests: ['test/links/api/payment-links.test.ts'],
    faults: [
      {
        what: 'a limit below the succeeded payments is set',
        find: 'paymentsMax !== null && paymentsMax < paid',
        replace: 'false',
      },
      {
        what: 'a stopped link is changed',
        find: 'if (before.stoppedAt !== null) {',
        replace: 'if (false) {',
      },
    ],
  },
  {
    file: 'src/links/change-link.ts',
    tests: ['test/links/pages/dashboard.test.ts'],
    faults: [
      {
        what: 'a form changes a link that its reader has not seen',
        find: 'if (digest !== null && termsDigest(before) !== digest)',
        replace: 'if (false)',
      },
      {
        what: 'a merchant changes the link of another one by its form',
        find: '): Promise<PaymentLink> => changeLink(deps, audit, { id }, linkId, terms, digest);',
        replace: `): Promise<PaymentLink> =>
  deps.db('payment_links').where('id', linkId).pluck('merchant_id').then(([owner]) =>
    changeLink(deps, audit, { id: owner ?? id }, linkId, terms, digest));`,
      },
    ],
  },
  ...['src/links/change-link.ts', 'src/links/create-link.ts'].map((file) => ({
    file,
    tests: pages,
    faults: [
      {
        what: `${file} leads payers to a page without https in live mode`,
        find: "demandReturnUrl(deps, link.returnUrl, 'invalid_url');\n",
        replace: '\n',
      },
    ],
  })),
  {
    file: 'src/links/store/monthly-mails.ts',
    tests: monthly,
    faults: [
      {
        what: 'a payer who has unsubscribed is mailed again',
        find: "and email_digest = ${digest} and ended_by = 'payer')",
        replace: "and email_digest = ${digest} and ended_by = '')",
      },
      {
        what: 'two workers mail one month twice',
        find: ' for update skip locked',
        replace: '',
      },
      {
        what: 'mails that have ended go on',
        find: 'from monthly_mails where ended_at is null and next_at <= now()',
        replace: 'from monthly_mails where next_at <= now()',
      },
      {
        what: 'a merchant ends the mails of another one',
        find: ' and merchant_id = ${merchantId} and ended_at is null',
        replace: ' and ${merchantId} is not null and ended_at is null',
      },
      {
        what: 'the address stays after the end',
        find: 'ended_by = ${by}, email_sealed = null',
        replace: 'ended_by = ${by}',
      },
      {
        what: 'a payer ends the mails of one link only',
        find: '(ended_at is null or id = ${id})',
        replace: 'id = ${id}',
      },
      {
        what: 'a payer cannot unsubscribe once the merchant has ended the mail',
        find: '(ended_at is null or id = ${id})',
        replace: 'ended_at is null',
      },
    ],
  },
  {
    file: 'src/links/monthly-mails.ts',
    tests: monthly,
    faults: [
      {
        what: 'a mail begins beside the end of its payer',
        find: '  await lockMerchant(trx, mail.merchantId);\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/links/mail-monthly-links.ts',
    tests: monthly,
    faults: [
      {
        what: 'the link of a month takes any number of payments',
        find: 'paymentsMax: 1',
        replace: 'paymentsMax: null',
      },
      {
        what: 'a disabled merchant mails payers',
        find: "merchant?.status !== 'active' || ",
        replace: 'merchant === null || ',
      },
    ],
  },
  {
    file: 'activities/send-mail.ts',
    tests: monthly,
    faults: [
      {
        what: 'a mail is sent after its payer has ended them',
        find: 'monthly === null || monthly.endedAt !== null',
        replace: 'monthly === null',
      },
    ],
  },
  {
    file: 'src/links/rules/monthly-mail.ts',
    tests: ['test/links/rules/monthly-mail.test.ts'],
    faults: [
      {
        what: 'a shorter month has no mail on its last day',
        find: 'Math.min(day, last)',
        replace: 'day',
      },
      {
        what: 'the day of a mail is that of UTC',
        find: 'bangkokDay(at.getTime())',
        replace: 'at.toISOString()',
      },
    ],
  },
];
