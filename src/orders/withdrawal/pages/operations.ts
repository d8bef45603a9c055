import { z } from 'zod';
import { findBusiness, type ShownAccount } from '../../../business/find-business';
import { bahtBetween } from '../../../contract/fields';
import { fingerprint } from '../../../http/middleware/idempotency';
import type { ApiDeps } from '../../../http/api-deps';
import type { Operation } from '../../../http/operation';
import { TRANSFER_MAX_SATANG, TRANSFER_MIN_SATANG } from '../../../kernel/rules/money';
import { Problem } from '../../../kernel/rules/problem';
import { findBalance } from '../../../ledger/find-balance';
import { formAction, page, pageReply } from '../../../pages/dashboard/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { typedBaht } from '../../../pages/kit/fields';
import { seeOther } from '../../../pages/kit/reply';
import { newId } from '../../../platform/new-id';
import { orderPath } from '../../pages/parts';
import { withdrawToBusiness } from '../withdraw-to-business';
import { DRAFT_FOR_MS, draftText } from '../../pages/draft';
import { openDraft, sealDraft } from './draft';
import { WITHDRAW, withdrawReviewScreen, withdrawScreen, type WithdrawForm } from './view';

/** Parsed by the same rules as the API's. */
const amount = typedBaht(bahtBetween(TRANSFER_MIN_SATANG, TRANSFER_MAX_SATANG));

async function formOf(deps: ApiDeps, { session }: SignedInContext): Promise<WithdrawForm> {
  const { id } = session.merchant;
  const [balance, { account }] = await Promise.all([
    findBalance(deps.db, id),
    findBusiness(deps, id),
  ]);
  return { balance, account };
}

async function show(deps: ApiDeps, context: SignedInContext, refusal: Refusal | null = null) {
  const at = { ...context, path: WITHDRAW };
  return withdrawScreen(at, await formOf(deps, context), refusal);
}

/** The account is checked again when the money is held. */
function shownAccount({ account }: WithdrawForm): ShownAccount {
  if (account === null) throw new Problem('missing_destination');
  return account;
}

export const withdrawOperations: readonly Operation[] = [
  page({
    name: 'showWithdrawForm',
    summary: 'The form of a withdrawal to the bank account of the business',
    path: WITHDRAW,
    role: 'owner',
    render: (deps, context) => show(deps, context),
  }),

  formAction({
    name: 'reviewWithdrawal',
    summary: 'Preview a withdrawal to the bank account of the business',
    path: `${WITHDRAW}/review`,
    role: 'owner',
    fields: z.object({ amount }),
    errors: ['invalid_amount', 'amount_out_of_range', 'insufficient_funds', 'missing_destination'],
    async handle(deps, context, { fields: { amount: amountSatang } }) {
      const form = await formOf(deps, context);
      const account = shownAccount(form);
      if (amountSatang > form.balance.availableSatang) throw new Problem('insufficient_funds');
      const sealed = sealDraft(deps.vault, {
        merchantId: context.session.merchant.id,
        amountSatang,
        accountId: account.id,
        key: newId('wdr_'),
        untilMs: context.nowMs + DRAFT_FOR_MS,
      });
      const at = { ...context, path: WITHDRAW };
      const shown = { balance: form.balance, account };
      return pageReply(at, withdrawReviewScreen(at, shown, { amountSatang, sealed }));
    },
    onError: show,
  }),

  formAction({
    name: 'makeWithdrawal',
    summary: 'Create a withdrawal that was previewed',
    path: WITHDRAW,
    role: 'owner',
    creates: true,
    stepUp: 'required',
    fields: z.object({ draft: draftText }),
    errors: [
      'insufficient_funds',
      'payout_limit_exceeded',
      'missing_destination',
      'permission_denied',
      'state_conflict',
      'idempotency_key_reused',
    ],
    async handle(deps, context, { fields: { draft } }) {
      const { audit, nowMs, session } = context;
      const { merchant } = session;
      const own = { merchantId: merchant.id, nowMs };
      const { key, amountSatang, accountId } = openDraft(deps.vault, draft, own);
      const request = { amountSatang, accountId };
      const claim = {
        merchantId: merchant.id,
        operation: 'makeWithdrawal',
        key,
        fingerprint: fingerprint({}, request),
      };
      const { order } = await withdrawToBusiness(deps, audit, merchant, request, claim);
      return seeOther(orderPath('withdrawal', order.orderId), 'withdrawal_begun');
    },
    onError: show,
  }),
];
