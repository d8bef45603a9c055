import { z } from 'zod';
import { filled } from '../contract/fields';
import { readBaht } from '../kernel/rules/money';
import { inviteOwner } from './team/invite';
import { resetUserFactors } from '../people/reset-factors';
import {
  liftsLimit,
  setMerchantLimit,
  setMerchantQuotas,
  setMerchantStatus,
} from './decide-merchant';
import { provisionMerchant } from './provision-merchant';
import { act, approvalsAreOn } from '../kernel/acts/act';
import {
  countBetween,
  someOf,
  email,
  entry,
  merchantId,
  option,
  orWord,
  permissionOption,
} from '../kernel/acts/entry';

const byOperator = { realm: 'operator', role: 'operator', stepUp: 'required' } as const;

const merchant = act({
  ...byOperator,
  entry: entry('create a merchant and its first API key, which is shown once', {
    name: option('name', 'its name', filled(60)),
    permission: permissionOption('write'),
  }),
  run(deps, audit, { name, permission: permissions }) {
    const key = { name: 'first key', permissions };
    return provisionMerchant(deps, audit, { name, openingSatang: 0, key });
  },
});

const decided = (summary: string) =>
  entry(summary, {
    merchantId,
    reason: option('text', 'stored in the audit log', z.string().default('')),
  });

/** Disabling a merchant protects, and needs no approval. */
const merchant_disabled = act({
  ...byOperator,
  entry: decided('disable a merchant: it cannot create orders'),
  run: (deps, audit, { merchantId: id, reason }) =>
    setMerchantStatus(deps, audit, id, { status: 'disabled', reason }),
});

const merchant_enabled = act({
  ...byOperator,
  title: { en: 'Enabling of a merchant', th: 'เปิดใช้งานร้านค้า' },
  entry: decided('enable a disabled merchant'),
  needsApproval: approvalsAreOn,
  facts: (_deps, { merchantId: id, reason }) => ({
    merchantId: id,
    subject: id,
    detail: { reason },
  }),
  run: (deps, audit, { merchantId: id, reason }) =>
    setMerchantStatus(deps, audit, id, { status: 'active', reason }),
});

/** A first limit and a lower one need no approval. */
const limit = act({
  ...byOperator,
  title: { en: 'Higher payout limit', th: 'เพิ่มวงเงินจ่ายออก' },
  entry: entry(
    'set the daily limit of withdrawals and refunds; raising or removing it holds payouts for ' +
      '24 hours',
    {
      merchantId,
      perDay: option(
        'baht',
        'such as 50000 or 49999.50; `none` removes the limit; required',
        orWord('none', 'must be baht such as 50000 or 49999.50, or none', readBaht),
      ),
    },
    ({ perDay: limitSatang, ...given }) => ({ ...given, limitSatang }),
  ),
  needsApproval: async (deps, _audit, { merchantId: id, limitSatang }) =>
    approvalsAreOn(deps) && liftsLimit(deps, id, limitSatang),
  facts: (_deps, { merchantId: id, limitSatang }) => ({
    merchantId: id,
    subject: id,
    detail: { limitSatang },
  }),
  run: (deps, audit, { merchantId: id, limitSatang }, isAdmin) =>
    setMerchantLimit(deps, audit, id, { limitSatang, isAdmin }),
});

const COUNT_MAX = 1_000_000;
const quotaOf = (min: number, word: string) =>
  orWord(
    word,
    `must be a whole number from ${min} to ${COUNT_MAX}, or ${word}`,
    countBetween(min, COUNT_MAX),
  ).optional();

/** Absent quotas stay unchanged. */
const quota = act({
  ...byOperator,
  entry: entry(
    'set the quotas of a merchant: requests per second, and pending payments and deposits',
    {
      merchantId,
      requestsPerSecond: option(
        'count',
        'over all API processes; `default` for RATE_LIMIT_PER_SECOND',
        quotaOf(1, 'default'),
      ),
      openOrders: option(
        'count',
        'maximum of pending payments and deposits; `none` for no limit',
        quotaOf(0, 'none'),
      ),
    },
    ({ merchantId: id, openOrders: openOrdersMax, requestsPerSecond }) => ({
      merchantId: id,
      ...someOf({ requestsPerSecond, openOrdersMax }, '--requests-per-second or --open-orders'),
    }),
  ),
  run: (deps, audit, { merchantId: id, ...changed }) => setMerchantQuotas(deps, audit, id, changed),
});

const owner = act({
  ...byOperator,
  stepUp: 'proof',
  title: { en: 'New owner of a merchant', th: 'เชิญเจ้าของร้าน' },
  entry: entry(
    'invite an owner to the dashboard by email; if there is another owner, acceptance holds ' +
      'payouts for 24 hours',
    {
      merchantId,
      email,
      lang: option(
        'th|en',
        'language of the email; th by default',
        z.enum(['th', 'en']).default('th'),
      ),
    },
    ({ lang: language, ...given }) => ({ ...given, language }),
  ),
  needsApproval: approvalsAreOn,
  facts: (_deps, { merchantId: id, email: invited }) => ({
    merchantId: id,
    subject: id,
    detail: { email: invited },
  }),
  run: (deps, audit, { merchantId: id, ...invited }, isAdmin) =>
    inviteOwner(deps, audit, id, { ...invited, isAdmin }),
});

const user_factors = act({
  ...byOperator,
  stepUp: 'settled_proof',
  entry: entry(
    'remove the lost second factor of a user of the dashboard and end their sessions; holds the ' +
      'payouts of their merchants for 24 hours',
    { email },
  ),
  run: (deps, audit, { email: address }) => resetUserFactors(deps, audit, address),
});

export const merchantActs = {
  merchant,
  merchant_disabled,
  merchant_enabled,
  limit,
  quota,
  owner,
  user_factors,
};
