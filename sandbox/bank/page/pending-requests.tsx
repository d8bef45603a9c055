import { maskAccount } from '../../../src/kernel/rules/banks';
import { formatMoney } from '../../../src/kernel/rules/money';
import { formatTime, type Language } from '../../web/language';
import type { Account, GatewayRequest, Instruction } from '../records';
import { type Outcome, testAmounts, testTokens } from '../requests/scenarios';
import { requestPath } from './callbacks';
import { texts } from './texts';

const SHOWN_MAX = 50;

/** The requests that a person has to decide, oldest first. */
export function renderPendingRequests(pending: readonly GatewayRequest[], language: Language) {
  const t = texts[language];
  if (pending.length === 0) {
    return (
      <div class="card empty">
        <p>
          <strong>{t.requestsNone}</strong>
        </p>
        <p>{t.requestsNoneHint}</p>
      </div>
    );
  }
  const more = pending.length - SHOWN_MAX;
  const cards = pending.slice(0, SHOWN_MAX).map((request) => renderRequest(request, language));
  return (
    <>
      <ul class="bills">{cards}</ul>
      {more > 0 && <p class="more">{t.requestsMore(more)}</p>}
    </>
  );
}

export function renderTestValues(language: Language) {
  const t = texts[language];
  const amounts = testAmounts.map(({ satang, name }) => (
    <div>
      <dt class="code">{satang}</dt>
      <dd>{t.scenario[name]}</dd>
    </div>
  ));
  const tokens = testTokens.map((token) => (
    <div>
      <dt class="code">{token}</dt>
      <dd>{t.token[token]}</dd>
    </div>
  ));
  return (
    <details class="card magic">
      <summary>{t.testValues}</summary>
      <p>{t.testAmountsHint}</p>
      <dl>{amounts}</dl>
      <p>{t.testTokensHint}</p>
      <dl class="tokens">{tokens}</dl>
    </details>
  );
}

function renderRequest({ instruction, acceptedAt }: GatewayRequest, language: Language) {
  const t = texts[language];
  const { kind, orderId, amountSatang } = instruction;
  const id = elementId(instruction);
  const account = accountOf(instruction);
  const mask = account === null ? null : maskAccount(account.accountNumber);
  return (
    <li class="card bill" aria-labelledby={id}>
      <div class="line">
        <span class="merchant">{payeeOf(instruction, language)}</span>
        <span class={`chip ${kind}`}>{t.kind[kind]}</span>
      </div>
      <h3 id={id} class="amount">
        {formatMoney(amountSatang)}
      </h3>
      <dl class="facts">
        {mask !== null && (
          <div>
            <dt>{t.payee}</dt>
            <dd>{mask}</dd>
          </div>
        )}
        {renderRefundedPayment(instruction, language)}
        <div>
          <dt>{t.acceptedAt}</dt>
          <dd>{formatTime(language, acceptedAt)}</dd>
        </div>
        <div>
          <dt>{t.order}</dt>
          <dd>
            <a
              class="code"
              href={`${requestPath(instruction)}?lang=${language}`}
              data-key={`${id}-page`}>
              {orderId}
            </a>
          </dd>
        </div>
      </dl>
      {renderDecideForm(instruction, language)}
    </li>
  );
}

/** A refund to a token links to the charge. Of other refunds, the bank has no payment page. */
export function renderRefundedPayment(instruction: Instruction, language: Language) {
  if (instruction.kind !== 'refund') return null;
  const { paymentId, account } = instruction;
  const path = requestPath({ kind: 'charge', orderId: paymentId });
  const link =
    account === null ? (
      <a href={`${path}?lang=${language}`} data-key={`${elementId(instruction)}-charge`}>
        {paymentId}
      </a>
    ) : (
      paymentId
    );
  return (
    <div>
      <dt>{texts[language].refundedPayment}</dt>
      <dd class="code">{link}</dd>
    </div>
  );
}

export function renderDecideForm(instruction: Instruction, language: Language) {
  const t = texts[language];
  const label = `${formatMoney(instruction.amountSatang)}, ${payeeOf(instruction, language)}`;
  const button = (outcome: Outcome, style: string) => (
    <button
      class={style}
      name="outcome"
      value={outcome}
      data-key={`${elementId(instruction)}-${outcome}`}>
      {t.decide[outcome]} <span class="spoken">{label}</span>
    </button>
  );
  return (
    <form method="post" action={`${requestPath(instruction)}/decide?lang=${language}`} class="ways">
      <div class="main-ways" role="group" aria-label={t.decideActions}>
        {button('succeed', 'strong')}
        {button('fail', 'danger')}
      </div>
    </form>
  );
}

const elementId = ({ kind, orderId }: Instruction) => `${kind}-${orderId}`;

/** The payee's account of an instruction; null for a charge and for a refund to a token. */
export const accountOf = (instruction: Instruction): Account | null =>
  instruction.kind === 'charge' ? null : instruction.account;

const payeeOf = (instruction: Instruction, language: Language): string =>
  accountOf(instruction)?.bankName ?? texts[language].chargedToken;
