import type { ShownAuditEvent } from '../list-audit-events';
import {
  auditEvents,
  type AuditEvent,
  type AuditEventName,
} from '../../../kernel/audit/audit-event';
import { Card } from '../../../pages/kit/card';
import { recordedText } from '../../../providers/pages/condition-text';
import { Empty, Noted, Pager, Time } from '../../../pages/kit/parts';
import type { PageContext } from '../../../pages/kit/screen';
import { Table } from '../../../pages/kit/table';
import { activityTexts, type ActivityTexts } from './texts';

export interface ActivityView {
  readonly items: readonly ShownAuditEvent[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

export function actsPage(
  context: PageContext,
  title: string,
  { items, hasMore, isFirst }: ActivityView,
) {
  const t = activityTexts[context.language];
  const last = items.at(-1);
  const older = hasMore && last !== undefined ? `${context.path}?before=${last.number}` : null;
  return (
    <>
      <p class="soft">{t.hint}</p>
      <Card label={title} flush>
        {items.length === 0 ? (
          <Empty title={t.none} hint={t.noneHint} />
        ) : (
          renderTable(context, items, t)
        )}
        <Pager newest={isFirst ? null : context.path} older={older} />
      </Card>
    </>
  );
}

function renderTable(context: PageContext, items: readonly ShownAuditEvent[], t: ActivityTexts) {
  const row = (line: ShownAuditEvent) => [
    <Time at={line.at} />,
    actorText(context, line),
    <Noted note={detailText(context, line)}>
      {auditEvents[line.act as AuditEventName]?.[context.language] ?? line.act}
    </Noted>,
    line.address ?? '',
  ];
  return <Table columns={[t.when, t.who, t.what, { whole: t.address }]} rows={items.map(row)} />;
}

/** The Unix user of a command is shown to operators only. */
export function actorText(
  { root, language }: Pick<PageContext, 'root' | 'language'>,
  { actorKind, actorName, actorId }: Pick<ShownAuditEvent, 'actorKind' | 'actorName' | 'actorId'>,
): string {
  const t = activityTexts[language];
  if (actorKind === 'operator') return actorName ?? t.operator;
  if (actorKind === 'command') {
    return root === '/console' ? `${t.command} (${actorId})` : t.command;
  }
  return actorKind === 'key' ? `${t.key} ${actorId}` : (actorName ?? actorId);
}

function detailText({ language }: PageContext, { subject, detail }: ShownAuditEvent): string {
  const kept = Object.entries(JSON.parse(detail) as AuditEvent['detail'])
    .map(([name, value]) => recordedText(language, name, value))
    .filter((text) => text !== '');
  return [subject, ...kept].join(' · ');
}
