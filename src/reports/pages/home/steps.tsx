import type { FirstSteps, Overview, PaidOrder } from '../../find-overview';
import { formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import { Form } from '../../../pages/kit/form';
import { icons } from '../../../pages/kit/icons';
import { CopyButton } from '../../../pages/kit/parts';
import { renderDocsLink, renderNewKey } from '../../../merchants/pages/keys/new-key';
import { keysTexts } from '../../../merchants/pages/keys/texts';
import type { SignedInContext } from '../../../pages/dashboard/frame/screen';
import { sections } from '../../../pages/dashboard/frame/sections';
import type { HomeTexts } from './texts';

export interface Places {
  readonly apiUrl: string;
  /** The sandbox bank; null in live mode. */
  readonly bankUrl: string | null;
}

const NO_KEY = 'sk_…';

const curlFor = (apiUrl: string, key: string): string =>
  [
    `curl -sS ${apiUrl}/Thai/v1/qr-codes \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"amount":100,"currency":"THB","reference":"first"}'`,
  ].join('\n');

/**
 * `paid`: the only paid payment is of the last 24 hours, and the guide shows the steps after it.
 */
export type GuideStage = 'new' | 'paid' | 'over';

const PAID_FOR_MS = 24 * 60 * 60_000;

export function guideStage(
  { session, nowMs }: SignedInContext,
  { firstSteps: { firstPaid }, paid }: Pick<Overview, 'firstSteps' | 'paid'>,
): GuideStage {
  if (firstPaid === null) return 'new';
  const isFirst = paid <= 1 && nowMs - firstPaid.createdAt.getTime() < PAID_FOR_MS;
  return isFirst && mayActAs(session, 'developer') ? 'paid' : 'over';
}

interface Guide {
  readonly steps: FirstSteps;
  readonly stage: GuideStage;
  /** Null except in the response that created it. */
  readonly newKey: string | null;
  readonly places: Places;
  readonly t: HomeTexts;
}

export function renderGuide(context: SignedInContext, guide: Guide) {
  const { newKey, stage } = guide;
  return (
    <section class="card stack" aria-labelledby="start">
      <div id="progress" class="stack" data-live={newKey === null ? undefined : ''}>
        {renderProgress(guide)}
      </div>
      {newKey === null && stage === 'new' && renderWithoutCode(guide)}
      {(newKey !== null || stage === 'new') && renderSteps(context, guide)}
    </section>
  );
}

function renderProgress({ steps: { hasKey, hasOrders, firstPaid }, t }: Guide) {
  const step = (name: string, isDone: boolean) => (
    <li class={isDone ? 'done' : undefined}>
      {isDone && icons.check}
      <span>
        {name} <span class="spoken">{isDone ? t.stepDone : t.stepOpen}</span>
      </span>
    </li>
  );
  const isPaid = firstPaid !== null;
  return (
    <>
      {isPaid ? (
        <h2 id="start">{t.firstPaid(formatMoney(firstPaid.amountSatang))}</h2>
      ) : (
        <div>
          <h2 id="start">{t.start}</h2>
          <p class="soft">{t.startHint}</p>
        </div>
      )}
      <ul class="ticks">
        {step(t.keyStep, hasKey)}
        {step(t.curlStep, hasOrders || isPaid)}
        {step(t.payStep, isPaid)}
      </ul>
      {isPaid && renderNext(firstPaid, t)}
    </>
  );
}

function renderNext({ id, kind }: PaidOrder, t: HomeTexts) {
  const order = `${sections[`${kind}s`].path}/${id}`;
  const link = (path: string, name: string) => (
    <li>
      <a href={path}>{name}</a>
    </li>
  );
  return (
    <div>
      <h3>{t.next}</h3>
      <ul class="links">
        {link(order, t.nextOrder)}
        {link(sections.webhooks.path, t.nextWebhook)}
        {link('/docs', t.nextDocs)}
        {link(sections.team.path, t.nextTeam)}
      </ul>
    </div>
  );
}

/** For a shop without a developer. */
const renderWithoutCode = ({ t }: Guide) => (
  <>
    <div>
      <h3>{t.withoutCode}</h3>
      <p class="soft">{t.withoutCodeHint}</p>
      <p class="actions">
        <a class="button strong" href={sections.links.path}>
          {t.withoutCodeLink}
        </a>
        <a class="button" href={sections.counter.path}>
          {t.withoutCodeCounter}
        </a>
      </p>
    </div>
    <h3>{t.withCode}</h3>
  </>
);

/** The key is shown only in the response that created it. */
function renderSteps(context: SignedInContext, { steps, newKey, places, t }: Guide) {
  const curl = curlFor(places.apiUrl, newKey ?? NO_KEY);
  return (
    <ol class="first-steps">
      <li>
        <div>
          <h3>{t.keyStep}</h3>
          {renderKeyStep(context, newKey, steps.hasKey, t)}
        </div>
      </li>
      <li>
        <div>
          <h3>{t.curlStep}</h3>
          <p class="soft">{t.curlHint}</p>
          <div class="snippet">
            <pre id="curl" tabindex={0}>
              {curl}
            </pre>
            <CopyButton of="curl" about={t.curl} />
          </div>
        </div>
      </li>
      <li>
        <div>
          <h3>{t.payStep}</h3>
          {renderPayStep(context, places, t)}
        </div>
      </li>
    </ol>
  );
}

function renderKeyStep(
  context: SignedInContext,
  key: string | null,
  hasKey: boolean,
  t: HomeTexts,
) {
  if (key !== null) {
    return (
      <>
        {renderNewKey(key, { label: t.key, hint: t.keyShown })}
        <p>{renderDocsLink(key, keysTexts[context.language])}</p>
      </>
    );
  }
  if (hasKey) {
    return (
      <p class="soft">
        {t.keyMade} <a href={sections.keys.path}>{context.t.sections.keys}</a>
      </p>
    );
  }
  if (!mayActAs(context.session, 'developer')) return <p class="soft">{t.keyAsk}</p>;
  return (
    <>
      <p class="soft">{t.keyHint}</p>
      <Form action="/dashboard/first-key" class="">
        <button class="button">{t.keyPress}</button>
      </Form>
    </>
  );
}

function renderPayStep({ language }: SignedInContext, { bankUrl }: Places, t: HomeTexts) {
  if (bankUrl === null) return <p class="soft">{t.payLiveHint}</p>;
  return (
    <>
      <p class="soft">{t.payHint}</p>
      <p>
        <a class="button" href={`${bankUrl}/?lang=${language}`} target="_blank" rel="noopener">
          {t.payPress}
        </a>
      </p>
    </>
  );
}
