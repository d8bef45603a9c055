import type { ShownAccount } from '../../../business/find-business';
import { whyNotPaid } from '../../../business/rules/payout-account';
import { BUSINESS } from '../../../business/pages/dashboard/view';
import type { Balance } from '../../../ledger/find-balance';
import { formatMoney } from '../../../kernel/rules/money';
import { Card } from '../../../pages/kit/card';
import { Field, Form, Submit } from '../../../pages/kit/form';
import { formatClock, formatShortDay } from '../../../pages/kit/format';
import { type FactRow, Facts, LinkButton } from '../../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { withdrawTexts, type WithdrawTexts } from './texts';

export const WITHDRAW = '/dashboard/withdrawals/new';

export interface WithdrawForm {
  readonly balance: Balance;
  readonly account: ShownAccount | null;
}

const section = (context: SignedInContext): Pick<Screen, 'section' | 'back'> => ({
  section: 'withdrawals',
  back: { path: '/dashboard/withdrawals', title: context.t.sections.withdrawals },
});

const money = (satang: number) => <span class="money">{formatMoney(satang)}</span>;

const accountRows = ({ masked, accountName }: ShownAccount, t: WithdrawTexts): FactRow[] => [
  [t.goesTo, masked],
  [t.holder, accountName],
];

export function withdrawScreen(
  context: SignedInContext,
  { balance, account }: WithdrawForm,
  refusal: Refusal | null = null,
): Screen {
  const t = withdrawTexts[context.language];
  const obstacle = obstacleOf(context, account, t);
  const most = formatMoney(balance.availableSatang);
  const main = (
    <Card label={t.title} hint={t.hint} narrow>
      <Facts
        rows={[
          [t.available, money(balance.availableSatang)],
          ...(account === null ? [] : accountRows(account, t)),
        ]}
      />
      {obstacle === null ? (
        <Form action={`${WITHDRAW}/review`} refusal={refusal}>
          <Field
            name="amount"
            label={t.amount}
            hint={t.amountHint(most)}
            lengthMax={20}
            numeric
            autofocus
          />
          <Submit label={t.next} />
        </Form>
      ) : (
        <>
          <p class="notice warn">{obstacle}</p>
          <LinkButton href={`${BUSINESS}#account`} label={t.toBusiness} />
        </>
      )}
    </Card>
  );
  return { ...section(context), title: t.title, main };
}

/** Why nothing can be withdrawn now, or null. */
function obstacleOf(
  { language, nowMs }: SignedInContext,
  account: ShownAccount | null,
  { obstacles }: WithdrawTexts,
): string | null {
  const standing = account && { ...account, isVerified: account.verification !== null };
  const reason = whyNotPaid(standing, new Date(nowMs));
  const from = account?.usableAt ?? new Date(nowMs);
  if (reason === null) return null;
  const text = obstacles[reason](`${formatShortDay(language, from)}, ${formatClock(from)}`);
  const isBoth = reason === 'held' && standing?.isVerified === false;
  return isBoth ? `${text} ${obstacles.unverified()}` : text;
}

export function withdrawReviewScreen(
  context: SignedInContext,
  { balance, account }: { readonly balance: Balance; readonly account: ShownAccount },
  { amountSatang, sealed }: { readonly amountSatang: number; readonly sealed: string },
): Screen {
  const t = withdrawTexts[context.language];
  const amount = formatMoney(amountSatang);
  const main = (
    <Card label={t.sure(amount)} narrow>
      <p>{t.sureHint}</p>
      <Facts
        rows={[
          ...accountRows(account, t),
          [t.leftAfter, money(balance.availableSatang - amountSatang)],
        ]}
      />
      <Form action={WITHDRAW} class="row">
        <input type="hidden" name="draft" value={sealed} />
        <button class="button strong">{t.press(amount)}</button>
        <LinkButton href={WITHDRAW} label={t.back} />
      </Form>
    </Card>
  );
  return { ...section(context), title: t.sure(amount), main };
}
