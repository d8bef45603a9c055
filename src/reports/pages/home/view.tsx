import type { VNode } from 'preact';
import type { Overview } from '../../find-overview';
import { formatMoney } from '../../../kernel/rules/money';
import { Card } from '../../../pages/kit/card';
import { icons } from '../../../pages/kit/icons';
import { kindTexts } from '../../../orders/pages/kind-texts';
import { WEBHOOKS } from '../../../webhooks/pages/list-view';
import type { Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { sections } from '../../../pages/dashboard/frame/sections';
import { renderChart } from './chart';
import { guideStage, type Places, renderGuide } from './steps';
import { homeTexts, type HomeTexts } from './texts';

/** `newKey` is null except in the response that created the key. */
export function homeScreen(
  context: SignedInContext,
  overview: Overview,
  places: Places,
  newKey: string | null = null,
): Screen {
  const t = homeTexts[context.language];
  const stage = guideStage(context, overview);
  const hasGuide = newKey !== null || stage !== 'over';
  const hasMoved = overview.days.some(({ inCount, outCount }) => inCount + outCount > 0);
  // A refresh would remove the key, so only the parts marked `data-live` are replaced.
  const main = (
    <>
      {hasGuide && renderGuide(context, { steps: overview.firstSteps, stage, newKey, places, t })}
      <div id="figures" class="stack" data-live={newKey === null ? undefined : ''}>
        {renderAttention(context, overview, t)}
        {renderSums(context, overview, t)}
        {stage === 'new' && !hasMoved ? null : renderChart(overview.days, context.language, t)}
      </div>
    </>
  );
  return {
    title: context.t.sections.home,
    section: 'home',
    main,
    live: true,
    ...(newKey === null ? {} : { liveFrom: '/dashboard' }),
  };
}

function renderSums({ language }: SignedInContext, overview: Overview, t: HomeTexts) {
  const { balance, days, decided, paid } = overview;
  const today = days.at(-1);
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const card = (name: string, text: string, hint: string) => (
    <div class="card">
      <h2>{name}</h2>
      <p class="sum">{text}</p>
      <p class="hint">{hint}</p>
    </div>
  );
  return (
    <section class="sums" aria-label={t.balance}>
      {overview.isElsewhere
        ? card(t.elsewhere, formatMoney(balance.availableSatang), t.elsewhereHint)
        : card(t.available, formatMoney(balance.availableSatang), t.availableHint)}
      {card(t.held, formatMoney(balance.heldSatang), t.heldHint)}
      {balance.pendingSatang > 0 &&
        card(t.pending, formatMoney(balance.pendingSatang), t.pendingHint)}
      {decided === 0
        ? card(t.rate, '–', t.rateNone)
        : card(
            t.rate,
            percent.format(paid / decided),
            t.rateHint(number.format(paid), number.format(decided)),
          )}
      {card(t.inToday, formatMoney(today?.inSatang ?? 0), t.times(today?.inCount ?? 0))}
      {card(t.outToday, formatMoney(today?.outSatang ?? 0), t.times(today?.outCount ?? 0))}
    </section>
  );
}

function renderAttention({ language }: SignedInContext, { attention }: Overview, t: HomeTexts) {
  const link = (path: string, text: string) => <a href={path}>{text}</a>;
  const points = [
    ...attention.webhooks.map(({ id, url }) => link(`${WEBHOOKS}/${id}`, t.failing(url))),
    ...attention.underReview.map(({ kind, count }) =>
      kind === null
        ? t.review(t.otherItem, count)
        : link(
            `${sections[`${kind}s`].path}?review=open`,
            t.review(kindTexts[language][kind], count),
          ),
    ),
  ];
  if (points.length === 0) return null;
  return (
    <Card id="attention" title={t.attention}>
      <ul class="points">
        {points.map((point: VNode | string) => (
          <li class="notice warn">
            {icons.warning}
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
