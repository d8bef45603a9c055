import {
  browseWithdrawals,
  findWithdrawal,
  type Withdrawal,
} from '../../withdrawal/find-withdrawal';
import { withdrawTexts } from '../../withdrawal/pages/texts';
import { WITHDRAW } from '../../withdrawal/pages/view';
import type { WithdrawalState } from '../../rules/kinds/withdrawal';
import { feeColumns } from '../../../fees/pages/columns';
import { zoned } from '../../../pages/kit/files/columns';
import type { ListDefinition } from '../list/definition';
import { listOperations } from '../list/operations';
import { accountText, orderPath, statusBadge } from '../parts';
import { approvalFact, money, shown, type FindShown } from '../timeline/shown-order';
import { timelineTexts } from '../timeline/texts/texts';

const list: ListDefinition<Withdrawal, WithdrawalState> = {
  kind: 'withdrawal',
  statuses: ['succeeded', 'processing', 'pending', 'failed'],
  hasPayers: false,
  form: { path: WITHDRAW, role: 'owner', label: (language) => withdrawTexts[language].title },
  browse: browseWithdrawals,
  row: (withdrawal, language) => ({
    path: orderPath('withdrawal', withdrawal.id),
    name: withdrawal.username,
    detail: withdrawal.id,
    about: `${withdrawal.bankName} ${withdrawal.accountMask}`,
    status: statusBadge(language, 'withdrawal', withdrawal.status),
    statusNote: null,
    warning: null,
    amountSatang: withdrawal.amountSatang,
    amountNote: null,
  }),
  columns: {
    order_id: ({ id }) => id,
    [zoned('created_at')]: ({ createdAt }) => createdAt,
    [zoned('completed_at')]: ({ completedAt }) => completedAt,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    ...feeColumns,
    username: ({ username }) => username,
    bank_name: ({ bankName }) => bankName,
    account_number: ({ accountMask }) => accountMask,
    failure_code: ({ failure }) => failure?.code ?? null,
  },
};

const find: FindShown = async (deps, context, id) => {
  const withdrawal = await findWithdrawal(deps, context.session.merchant, id);
  const t = timelineTexts[context.language].facts;
  return shown(context, withdrawal, [
    approvalFact(context, withdrawal.approval),
    [t.amount, money(withdrawal.amountSatang)],
    [t.recipient, withdrawal.username],
    [t.toAccount, accountText(context.language, withdrawal)],
  ]);
};

export const withdrawalPages = { list: listOperations(list), find };
