import { type Deposit, findDeposit, browseDeposits } from '../../deposit/find-deposit';
import { checkoutUrl } from '../../../contract/checkout-url';
import type { PaymentState } from '../../rules/kinds/payment';
import { Time } from '../../../pages/kit/parts';
import { netColumns } from '../../../fees/pages/columns';
import { zoned } from '../../../pages/kit/files/columns';
import type { ListDefinition } from '../list/definition';
import { listOperations } from '../list/operations';
import { accountText, orderPath, statusBadge } from '../parts';
import { ordersTexts } from '../texts';
import { payerText } from '../timeline/payer-text';
import { copied, type FindShown, money, shown } from '../timeline/shown-order';
import { timelineTexts } from '../timeline/texts/texts';

const list: ListDefinition<Deposit, PaymentState> = {
  kind: 'deposit',
  statuses: ['succeeded', 'pending', 'expired', 'failed'],
  hasPayers: true,
  browse: browseDeposits,
  row: (deposit, language) => ({
    path: orderPath('deposit', deposit.id),
    name: deposit.userName,
    detail: deposit.id,
    about: `${deposit.bankName} ${deposit.accountMask}`,
    status: statusBadge(language, 'deposit', deposit.status),
    statusNote: deposit.late ? ordersTexts[language].late : null,
    warning: deposit.payerMatches === false ? ordersTexts[language].otherPayer : null,
    amountSatang: deposit.amountSatang,
    amountNote: null,
  }),
  columns: {
    order_id: ({ id }) => id,
    [zoned('created_at')]: ({ createdAt }) => createdAt,
    [zoned('paid_at')]: ({ completedAt }) => completedAt,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    amount_received: ({ receivedSatang }) => BigInt(receivedSatang),
    amount_credited: ({ creditedSatang, reversedSatang }) =>
      BigInt(creditedSatang - reversedSatang),
    ...netColumns,
    bank_transaction_id: ({ creditedCallback }) => creditedCallback?.transactionId ?? null,
    ref_1: ({ ref }) => ref,
    payer_bank: ({ creditedCallback }) => creditedCallback?.payer?.bankName ?? null,
    payer_account: ({ creditedCallback }) => creditedCallback?.payer?.accountMask ?? null,
    username: ({ userName }) => userName,
    bank_name: ({ bankName }) => bankName,
    account_number: ({ accountMask }) => accountMask,
    late: ({ late }) => late,
    payer_matches: ({ payerMatches }) => payerMatches,
    failure_code: ({ failure }) => failure?.code ?? null,
  },
};

const find: FindShown = async (deps, context, id) => {
  const { deposit } = await findDeposit(deps, context.session.merchant, id);
  const pageUrl = checkoutUrl(deps.config.http.publicUrl, deposit.pageToken);
  const t = timelineTexts[context.language].facts;
  const { amountSatang, receivedSatang, payer } = deposit;
  const isUnlike = receivedSatang !== 0 && receivedSatang !== amountSatang;
  const creditedSatang = deposit.creditedSatang - deposit.reversedSatang;
  return shown(
    context,
    deposit,
    [
      [t.amount, money(amountSatang)],
      isUnlike ? [t.received, money(receivedSatang)] : null,
      creditedSatang === receivedSatang ? null : [t.credited, money(creditedSatang)],
      [t.customer, deposit.userName],
      [t.fromAccount, accountText(context.language, deposit)],
      payer === null
        ? null
        : [t.paidFrom, payerText(context.language, payer, deposit.payerMatches === false)],
      [t.bankReference, copied('bank-ref', deposit.ref, t.bankReference)],
      deposit.status === 'pending'
        ? [
            t.page,
            <a href={pageUrl} rel="noreferrer">
              {t.openPage}
            </a>,
          ]
        : null,
    ],
    [[t.expires, <Time at={deposit.expiresAt} precise />]],
  );
};

export const depositPages = { list: listOperations(list), find };
