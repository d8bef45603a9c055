import type { Timeline } from '../../../../application/orders/find-timeline';
import { html, type Html } from '../../../../lib/html';
import { kindTexts } from '../../../kit/kind-texts';
import { preciseMoment, pager } from '../../../kit/parts';
import { REQUESTS } from '../../developers/requests/parts';
import type { SignedInContext } from '../../frame/screen';
import { writePosition } from './position';
import { lineOf, type Line, type LineContext } from './entry-view';
import type { ShownOrder } from './shown-order';
import type { TimelineTexts } from './texts/texts';

/** Newest first; the last entry is the creation. */
export function renderTimeline(
  context: SignedInContext,
  { order, timeline, isFirst }: { order: ShownOrder; timeline: Timeline; isFirst: boolean },
  t: TimelineTexts,
): Html {
  const lineContext: LineContext = {
    kind: order.kind,
    orderId: order.id,
    language: context.language,
    t: t.entries,
  };
  const lines = timeline.entries.map((entry) =>
    renderLine(context, entry.at, lineOf(entry, lineContext)),
  );
  const last = timeline.entries.at(-1);
  const older =
    timeline.hasMore && last !== undefined ? `${order.path}?before=${writePosition(last)}` : null;
  return html`<section class="card flush" aria-labelledby="timeline">
  <div class="card-head"><h2 id="timeline">${t.timeline}</h2>
    <span class="soft small">${t.timelineHint}</span></div>
  <ol class="timeline">${lines}${
    timeline.hasMore
      ? null
      : renderLine(context, order.createdAt, creationLine(context, { order, timeline }, t))
  }</ol>
  ${pager(context, { newest: isFirst ? null : order.path, older })}
</section>`;
}

function creationLine(
  { language }: SignedInContext,
  { order, timeline }: { readonly order: ShownOrder; readonly timeline: Timeline },
  { entries: t }: TimelineTexts,
): Line {
  const { maker, request } = timeline;
  const byWhom = maker === null ? t.byApi : t.byPerson(maker.actorName ?? t.operator);
  return {
    tone: 'wait',
    title: kindTexts[language][order.kind].created,
    details: [
      request === null ? byWhom : t.byKey(request.keyName, request.keyHint),
      request === null
        ? null
        : html`<a class="code" href="${REQUESTS}/${request.id}">${request.id}</a>`,
    ],
  };
}

function renderLine(
  context: SignedInContext,
  at: Date,
  { tone, title, amount, details }: Line,
): Html {
  const said = details.filter((detail) => detail !== null);
  return html`<li class="${tone}"><div class="what"><strong>${title}</strong>${
    amount === undefined ? null : html`<span class="money">${amount}</span>`
  }</div>
  <div class="said">${preciseMoment(context.language, at)}${said.map(
    (each) => html`<span>${each}</span>`,
  )}</div></li>`;
}
