import { formatMoney } from '../../../kernel/rules/money';
import { formatClock } from '../../../pages/kit/format';
import type { DepositView, Slip } from '../deposit-view';
import type { Texts } from '../texts/texts';
import { icons } from '../../../pages/kit/payment-icons';

/** Enforced by the server; the script checks it before the upload. */
const SLIP_BYTES_MAX = 4 * 1024 * 1024;
const accepted = 'image/jpeg,image/png,image/webp,image/gif';

const titleOf = {
  waiting: 'waiting',
  checking: 'checking',
  resend: 'resend',
  wrong_slip: 'resend',
  short: 'short',
  beyond_link: 'ended',
  link_closed: 'ended',
  paid: 'ended',
  expired: 'ended',
  failed: 'ended',
  authenticate: 'ended',
  charging: 'ended',
} as const;

export function renderSlip(view: DepositView, t: Texts) {
  const { deposit, state } = view;
  const isChecking = state === 'checking';
  return (
    <section id="slip" class="card" aria-labelledby="slip-title">
      <h2 id="slip-title">{t.slip.title[titleOf[state]]}</h2>
      {isChecking || deposit.slipsLeft === 0 ? null : <p class="soft">{t.slip.hint}</p>}
      {renderSlips(deposit.slips, t)}
      {renderNext(view, t)}
    </section>
  );
}

function renderSlips(slips: readonly Slip[], t: Texts) {
  if (slips.length === 0) return null;
  const row = (slip: Slip) => (
    <li class={classOf(slip)}>
      {icons.picture}{' '}
      <span>
        <strong>{t.slip.sent(formatClock(slip.receivedAt))}</strong> {saysOf(slip, t)}
      </span>
    </li>
  );
  return <ul class="slips">{slips.map(row)}</ul>;
}

const classOf = ({ status, wrong }: Slip): string => (wrong === null ? status : 'wrong_qr');

function saysOf({ status, wrong }: Slip, t: Texts): string {
  if (wrong === null) return t.slip.status[status];
  const { paidSatang, paidAt, isUnknown } = wrong;
  if (isUnknown) return t.slip.unknownTransfer;
  const facts = [
    paidSatang === null ? null : formatMoney(paidSatang),
    paidAt === null ? null : formatClock(paidAt),
  ];
  return t.slip.otherPayment(facts.filter((fact) => fact !== null).join(', '));
}

/** During a review the form is collapsed: another slip is seldom needed. */
function renderNext(view: DepositView, t: Texts) {
  if (view.deposit.slipsLeft === 0) return renderNoneLeft(view, t);
  if (view.state !== 'checking') return renderForm(view, t);
  return (
    <details id="another" open={view.refusal !== null}>
      <summary data-key="another">{t.slip.another}</summary>
      {renderForm(view, t)}
    </details>
  );
}

function renderForm({ pageToken, language, refusal }: DepositView, t: Texts) {
  const about = refusal === null ? 'slip-formats' : 'slip-formats slip-error';
  return (
    <form
      method="post"
      action={`/pay/${pageToken}/slip?lang=${language}`}
      enctype="multipart/form-data"
      data-slip
      data-bytes-max={SLIP_BYTES_MAX}
      data-too-large={t.slip.refusals.slip_too_large ?? ''}
      data-unsent={t.slip.unsent}
      data-sending={t.slip.sending}>
      <label class="pick" for="slip-file">
        {icons.picture} <span class="field">{t.slip.field}</span>{' '}
        <span class="chosen" data-chosen>
          {t.slip.choose}
        </span>{' '}
        <input
          id="slip-file"
          type="file"
          name="slip"
          accept={accepted}
          required
          aria-describedby={about}
          data-key="slip-file"
          aria-invalid={refusal === null ? undefined : 'true'}
          autofocus={refusal !== null}
        />
      </label>
      <p id="slip-formats" class="soft">
        {t.slip.formats}
      </p>
      {renderError(refusal, t)}
      <div class="progress" data-progress hidden>
        <progress max="100" value="0" aria-label={t.slip.sending} />
        <span>
          {t.slip.sending} <span data-percent />
        </span>
      </div>
      <button class="button" data-key="slip-send">
        <span>{t.slip.send}</span>
      </button>
    </form>
  );
}

function renderError(refusal: DepositView['refusal'], t: Texts) {
  const text = refusal === null ? null : (t.slip.refusals[refusal] ?? t.slip.unsent);
  return (
    <p id="slip-error" class="error" role="alert" hidden={text === null}>
      <strong>{t.slip.refused}</strong> <span data-reason>{text}</span>
    </p>
  );
}

function renderNoneLeft({ shop, refusal }: DepositView, t: Texts) {
  const text = t.slip.noneLeft(shop.profile.name);
  if (refusal === null) return <p class="note">{text}</p>;
  return (
    <p id="slip-error" class="error" role="alert">
      <strong>{t.slip.refused}</strong> {t.slip.refusals[refusal] ?? null} {text}
    </p>
  );
}
