import type { VNode } from 'preact';
import type { BankAccount, ManualRefund } from '../../manual-refunds';
import { bankTitle } from '../../../../kernel/rules/banks';
import { formatMoney } from '../../../../kernel/rules/money';
import { isOpen } from '../../../rules/kinds';
import { accountText } from '../../../pages/parts';
import { Card } from '../../../../pages/kit/card';
import { Field, Form, FormFault, Submit } from '../../../../pages/kit/form';
import { Facts, LinkButton, Time } from '../../../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../../../pages/console/frame/screen';
import { refundTaskTexts, type RefundTaskTexts } from './texts';

export interface RefundTask {
  readonly refund: ManualRefund;
  /** Null for a role that may not pay refunds. */
  readonly destination: BankAccount | null;
}

/** The transfer to make by hand, with one form for its success and one for its failure. */
export function refundTaskScreen(
  context: SignedInContext,
  task: RefundTask,
  refusal: Refusal | null = null,
): Screen {
  const t = refundTaskTexts[context.language];
  const { refund, destination } = task;
  const open = isOpen('refund', refund.status);
  const main = (
    <div class="stack narrow">
      <Card label={t.refund}>
        {refusal?.code === 'state_conflict' && <FormFault refusal={refusal} />}
        {!open && <p class="notice">{t.ended}</p>}
        {renderProposal(refund, t)}
        <Facts
          rows={[
            [t.amount, <strong class="money">{formatMoney(refund.amountSatang)}</strong>],
            ...destinationRows(context, task, t),
            [
              t.merchant,
              <a href={`/console/merchants/${refund.merchantId}`}>{refund.merchantName}</a>,
            ],
            [
              t.payment,
              <a class="code" href={`/console/orders/${refund.paymentId}`}>
                {refund.paymentId}
              </a>,
            ],
            refund.reason === null ? null : [t.reason, refund.reason],
            [t.created, <Time at={refund.createdAt} />],
          ]}
        />
        <p>
          <LinkButton href={`/console/orders/${refund.id}`} label={t.order} />
        </p>
      </Card>
      {open &&
        destination !== null &&
        refund.proposal?.status !== 'pending' &&
        renderForms(refund, refusal, t)}
    </div>
  );
  return { title: t.title(formatMoney(refund.amountSatang)), section: 'refunds', main };
}

/**
 * While the last proposal is pending, no other can be recorded. If it ended without an approval,
 * the transfer may have been made nevertheless.
 */
function renderProposal({ proposal }: ManualRefund, t: RefundTaskTexts) {
  if (proposal === null || proposal.status === 'approved') return null;
  const text = proposal.status === 'pending' ? t.proposed : t.unapproved;
  return (
    <p class="notice warn">
      <span>
        {text} <a href={`/console/approvals/${proposal.id}`}>{t.proposal}</a>
      </span>
    </p>
  );
}

function destinationRows(
  { language }: SignedInContext,
  { refund, destination }: RefundTask,
  t: RefundTaskTexts,
): readonly (readonly [string, VNode | string])[] {
  if (destination === null) {
    const masked = accountText(language, refund);
    return [
      [
        t.account,
        <>
          {masked} <small class="soft">{t.onlyOperators}</small>
        </>,
      ],
    ];
  }
  const { bankCode, bankName, accountNumber, accountName } = destination;
  const bank = (bankCode === null ? null : bankTitle(bankCode, language)) ?? bankName;
  return [
    [t.bank, bank],
    [t.accountNumber, <code>{accountNumber}</code>],
    [t.accountName, accountName],
  ];
}

function renderForms(
  { id, amountSatang }: ManualRefund,
  refusal: Refusal | null,
  t: RefundTaskTexts,
) {
  const path = `/console/refunds/${id}`;
  return (
    <>
      <Card id="paid" title={t.pay} hint={t.payHint}>
        <Form action={`${path}/paid`}>
          <Field
            refusal={refusal}
            name="reference"
            label={t.reference}
            hint={t.referenceHint}
            lengthMax={64}
          />
          <Submit label={t.confirmPaid(formatMoney(amountSatang))} />
        </Form>
      </Card>
      <Card id="unpayable" title={t.unpayable} hint={t.unpayableHint}>
        <Form action={`${path}/unpayable`}>
          <Field
            refusal={refusal}
            name="reason"
            label={t.why}
            hint={t.whyHint}
            lengthMax={200}
            lines={2}
          />
          <Submit tone="danger" label={t.confirmUnpayable} />
        </Form>
      </Card>
    </>
  );
}
