import { badRequest, notFound } from './errors';
import { amountIn, isObject, metadataIn, textIn } from './fields';
import { listOf } from './lists';
import { presentRecipient } from './present';
import type { StoredRecipient, StoredTransfer } from './records';
import type { Call, Route } from './route';
import type { Upstream } from './upstream';

/** docs.omise.co/supported-banks, and the bank of test mode. */
const brands: readonly string[] = (
  'baac bay bbl bnp boa cacib cimb citi db ghb gsb hsbc ibank icbc jpm kbank kk ktb lhb mb mega ' +
  'mufg rbs sc scb smbc tcrb tisco ttb uob test'
).split(' ');

/** Recipients, transfers and the balance. */
export const transferRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/balance$/, answer: balanceOf },
  { method: 'POST', path: /^\/recipients$/, answer: createRecipient },
  {
    method: 'GET',
    path: /^\/recipients$/,
    answer: ({ upstream, query, form }) =>
      listOf(
        [...upstream.recipients.values()].filter(({ deleted }) => !deleted),
        query,
        {
          location: '/recipients',
          nowMs: upstream.now(),
          present: (recipient) => presentRecipient(recipient, form),
        },
      ),
  },
  {
    method: 'GET',
    path: /^\/recipients\/(\w+)$/,
    answer: ({ upstream, ids, form }) => presentRecipient(upstream.recipient(ids[0] ?? ''), form),
  },
  {
    method: 'DELETE',
    path: /^\/recipients\/(\w+)$/,
    answer: ({ upstream, ids, form }) => {
      const recipient = upstream.recipient(ids[0] ?? '');
      recipient.deleted = true;
      return presentRecipient(recipient, form);
    },
  },
  {
    method: 'PATCH',
    path: /^\/recipients\/(\w+)\/verify$/,
    answer: ({ upstream, ids, form }) => {
      if (upstream.options.livemode) throw notFound('the path');
      const recipient = upstream.recipient(ids[0] ?? '');
      recipient.verified = true;
      recipient.active ||= upstream.options.autoActivate;
      upstream.tell('recipient.verify', recipient);
      return presentRecipient(recipient, form);
    },
  },
  { method: 'POST', path: /^\/transfers$/, answer: createTransfer },
  {
    method: 'GET',
    path: /^\/transfers$/,
    answer: ({ upstream, query, form }) =>
      listOf([...upstream.transfers.values()], query, {
        location: '/transfers',
        nowMs: upstream.now(),
        present: (transfer) => upstream.showTransfer(transfer, form),
      }),
  },
  {
    method: 'GET',
    path: /^\/transfers\/(\w+)$/,
    answer: ({ upstream, ids, form }) =>
      upstream.showTransfer(upstream.transfer(ids[0] ?? ''), form),
  },
  {
    method: 'DELETE',
    path: /^\/transfers\/(\w+)$/,
    answer: ({ upstream, ids, form }) => {
      const transfer = upstream.transfer(ids[0] ?? '');
      if (transfer.sentAt !== null) throw badRequest('failed_deletion', 'transfer was sent');
      transfer.deleted = true;
      upstream.tell('transfer.destroy', transfer);
      return upstream.showTransfer(transfer, form);
    },
  },
  ...(['mark_as_sent', 'mark_as_paid'] as const).map((act): Route => ({
    method: 'POST',
    path: new RegExp(`^/transfers/(\\w+)/${act}$`),
    answer: ({ upstream, ids, form }) => {
      if (upstream.options.livemode) throw notFound('the path');
      const transfer = upstream.transfer(ids[0] ?? '');
      if (transfer.deleted || transfer.failureCode !== null) {
        throw badRequest('bad_request', 'transfer is not sendable');
      }
      transfer.sentAt ??= upstream.now();
      if (act === 'mark_as_paid') transfer.paidAt ??= upstream.now();
      upstream.tell(act === 'mark_as_paid' ? 'transfer.pay' : 'transfer.send', transfer);
      return upstream.showTransfer(transfer, form);
    },
  })),
];

function createRecipient({ upstream, body, form }: Call): object {
  const name = textIn(body, 'name', 'invalid_recipient');
  const type = textIn(body, 'type', 'invalid_recipient');
  if (!['individual', 'corporation'].includes(type)) {
    throw badRequest('invalid_recipient', 'type is invalid');
  }
  const account = body['bank_account'];
  if (!isObject(account)) throw badRequest('invalid_bank_account', "bank account can't be blank");
  const brand = textIn(account, 'brand', 'invalid_bank_account');
  const number = textIn(account, 'number', 'invalid_bank_account');
  if (!brands.includes(brand)) throw badRequest('invalid_bank_account', 'brand is invalid');
  if (!/^\d{6,15}$/.test(number)) throw badRequest('invalid_bank_account', 'number is invalid');
  const recipient: StoredRecipient = {
    id: upstream.newId('recp'),
    createdAt: upstream.now(),
    name,
    type,
    brand,
    number,
    accountName: textIn(account, 'name', 'invalid_bank_account'),
    metadata: metadataIn(body),
    verified: false,
    active: false,
    deleted: false,
    failureCode: null,
  };
  upstream.recipients.set(recipient.id, recipient);
  upstream.tell('recipient.create', recipient);
  return presentRecipient(recipient, form);
}

function createTransfer({ upstream, body, form }: Call): object {
  const { transferFeeSatang: fee } = upstream.options;
  const recipient = upstream.recipient(textIn(body, 'recipient', 'invalid_recipient'));
  if (!recipient.verified || !recipient.active || recipient.deleted) {
    throw badRequest('invalid_recipient', 'recipient is not verified and active');
  }
  const amount = amountIn(body, 'invalid_amount', fee + 1, 100_000_000_000);
  if (amount > transferable(upstream)) {
    throw badRequest('insufficient_balance', 'amount exceeds the transferable balance');
  }
  const transfer: StoredTransfer = {
    id: upstream.newId('trsf'),
    createdAt: upstream.now(),
    amount,
    fee,
    recipientId: recipient.id,
    failFast: body['fail_fast'] === true,
    metadata: metadataIn(body),
    sentAt: null,
    paidAt: null,
    deleted: false,
    failureCode: null,
  };
  upstream.transfers.set(transfer.id, transfer);
  upstream.tell('transfer.create', transfer);
  return upstream.showTransfer(transfer, form);
}

function transferable({ options, transfers }: Upstream): number {
  const open = [...transfers.values()].filter(
    ({ deleted, failureCode }) => !deleted && failureCode === null,
  );
  return open.reduce((rest, { amount }) => rest - amount, options.balanceSatang);
}

function balanceOf({ upstream, form }: Call): object {
  const rest = transferable(upstream);
  const { livemode } = upstream.options;
  const currency = form.version === '2019-05-29' ? 'THB' : 'thb';
  return { object: 'balance', livemode, currency, total: rest, transferable: rest, on_hold: 0 };
}
