import { type Draft, draftsOf } from '../../pages/draft';

interface WithdrawalDraft extends Draft {
  readonly amountSatang: number;
  readonly accountId: string;
}

export const { sealDraft, openDraft } = draftsOf<WithdrawalDraft>('dashboard.withdrawal_draft');
