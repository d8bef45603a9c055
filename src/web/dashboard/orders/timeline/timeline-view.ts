import type { Timeline } from '../../../../application/orders/find-timeline';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { preciseMoment, pager } from '../../../kit/parts';
import { REQUESTS } from '../../developers/requests/parts';
import type { SignedInContext } from '../../frame/screen';
import { writePosition } from './position';
import { lineOf } from './entry-view';
import type { Line, Told } from './entry-view';
import type { ShownOrder } from './shown-order';
import type { StoryTexts } from './texts/texts';

/** Timeline entries, newest first. The last entry is the creation. */
export function renderTimeline(
  context: SignedInContext,
  { order, story, isFirst }: { order: ShownOrder; story: Timeline; isFirst: boolean },
  t: StoryTexts,
): Html {
  const told: Told = {
    kind: order.kind,
    orderId: order.id,
    language: context.language,
    t: t.entries,
  };
  const lines = story.entries.map((entry) => renderLine(context, entry.at, lineOf(entry, told)));
  const last = story.entries.at(-1);
  const older =
    story.hasMore && last !== undefined ? `${order.path}?before=${writePosition(last)}` : null;
  return html`<section class="card flush" aria-labelledby="story">
  <div class="card-head"><h2 id="story">${t.story}</h2>
    <span class="soft small">${t.storyHint}</span></div>
  <ol class="story">${lines}${
    story.hasMore ? null : renderLine(context, order.createdAt, creationLine(order, story, t))
  }</ol>
  ${pager(context, { newest: isFirst ? null : order.path, older })}
</section>`;
}

function creationLine(order: ShownOrder, story: Timeline, { entries: t }: StoryTexts): Line {
  const { maker, request } = story;
  const byWhom = maker === null ? t.byApi : t.byPerson(maker.actorName ?? t.operator);
  return {
    tone: 'wait',
    title: t.created[order.kind],
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
