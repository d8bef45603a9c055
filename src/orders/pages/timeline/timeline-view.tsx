import type { Timeline } from '../../find-timeline';
import { Card } from '../../../pages/kit/card';
import { kindTexts } from '../kind-texts';
import { Pager, Time } from '../../../pages/kit/parts';
import { REQUESTS } from '../../../merchants/pages/requests/parts';
import type { SignedInContext } from '../../../pages/dashboard/frame/screen';
import { type Line, type LineContext, lineOf } from './entry-view';
import { writePosition } from './position';
import type { ShownOrder } from './shown-order';
import type { TimelineTexts } from './texts/texts';

/** Newest first; the last entry is the creation. */
export function renderTimeline(
  context: SignedInContext,
  { order, timeline, isFirst }: { order: ShownOrder; timeline: Timeline; isFirst: boolean },
  t: TimelineTexts,
) {
  const lineContext: LineContext = {
    kind: order.kind,
    orderId: order.id,
    language: context.language,
    t: t.entries,
  };
  const lines = timeline.entries.map((entry) => renderLine(entry.at, lineOf(entry, lineContext)));
  const last = timeline.entries.at(-1);
  const older =
    timeline.hasMore && last !== undefined ? `${order.path}?before=${writePosition(last)}` : null;
  return (
    <Card
      id="timeline"
      title={t.timeline}
      mark={<span class="soft small">{t.timelineHint}</span>}
      flush>
      <ol class="timeline">
        {lines}
        {!timeline.hasMore &&
          renderLine(order.createdAt, creationLine(context, { order, timeline }, t))}
      </ol>
      <Pager newest={isFirst ? null : order.path} older={older} />
    </Card>
  );
}

function creationLine(
  { language }: SignedInContext,
  { order, timeline }: { readonly order: ShownOrder; readonly timeline: Timeline },
  { entries: t }: TimelineTexts,
): Line {
  const { maker, request } = timeline;
  const byNobody = order.isByPayer ? t.byPayer : t.byApi;
  const byWhom = maker === null ? byNobody : t.byPerson(maker.actorName ?? t.operator);
  return {
    tone: 'wait',
    title: kindTexts[language][order.kind].created,
    details: [
      request === null ? byWhom : t.byKey(request.keyName, request.keyHint),
      request === null ? null : (
        <a class="code" href={`${REQUESTS}/${request.id}`}>
          {request.id}
        </a>
      ),
    ],
  };
}

function renderLine(at: Date, { tone, title, amount, details }: Line) {
  const said = details.filter((detail) => detail !== null);
  return (
    <li class={tone}>
      <div class="what">
        <strong>{title}</strong>
        {amount !== undefined && <span class="money">{amount}</span>}
      </div>
      <div class="said">
        <Time at={at} precise />
        {said.map((each) => (
          <span>{each}</span>
        ))}
      </div>
    </li>
  );
}
