import { mayActAs } from '../../../kernel/rules/realm';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { Card } from '../../../pages/kit/card';
import { ActionButton, Choices, Field, Form, Submit, worded } from '../../../pages/kit/form';
import { Badge, MailAddress, Noted, Pager, Time } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import type { PaymentLink } from '../../find-link';
import type { ListedMonthlyMail } from '../../monthly-mails';
import { LINKS } from './list-view';
import { monthlyTexts, type MonthlyTexts } from './monthly-texts';

export interface ShownMonthlyMails {
  readonly items: readonly ListedMonthlyMail[];
  readonly isFirst: boolean;
  /** Of the next page; null on the last. */
  readonly cursor: string | null;
}

interface MonthlyProps {
  readonly context: SignedInContext;
  readonly link: PaymentLink;
  readonly shown: ShownMonthlyMails;
  readonly refusal: Refusal | null;
}

export function MonthlyMails({ context, link, shown, refusal }: MonthlyProps) {
  const t = monthlyTexts[context.language];
  const mayChange = mayActAs(context.session, 'developer');
  const mayBegin = mayChange && link.stoppedAt === null;
  const { items, isFirst, cursor } = shown;
  if (items.length === 0 && !mayBegin) return null;
  const linkPath = `${LINKS}/${link.id}`;
  const path = `${linkPath}/monthly`;
  const row = (mail: ListedMonthlyMail) => [
    <Noted note={t.dayOf(mail.day)}>
      {mail.email === null ? t.removed : <MailAddress address={mail.email} />}
    </Noted>,
    <Last mail={mail} t={t} />,
    mail.endedAt === null ? <Time at={mail.nextAt} /> : t.endedBy[mail.endedBy ?? 'merchant'],
    mail.endedAt === null && mayChange && (
      <ActionButton action={`${path}/${mail.id}/stop`} label={t.stop} about={mail.email ?? ''} />
    ),
  ];
  return (
    <>
      {items.length > 0 && (
        <Card id="monthly" title={t.title} hint={t.hint} flush>
          <Table
            columns={[t.payer, t.last, t.next, mayChange ? { press: t.stop } : null]}
            rows={items.map(row)}
            roomy
          />
          <Pager
            newest={isFirst ? null : `${linkPath}#monthly`}
            older={cursor === null ? null : `${linkPath}?mails=${cursor}#monthly`}
          />
        </Card>
      )}
      {mayBegin && (
        <Card id="begin" title={t.begin} hint={items.length > 0 ? undefined : t.hint} narrow>
          <Form action={path} refusal={refusal}>
            <Field name="email" type="email" {...worded(t, 'email')} lengthMax={254} />
            <Field name="day" {...worded(t, 'day')} lengthMax={2} numeric />
            <Choices
              name="language"
              label={t.language}
              value={context.language}
              options={[
                { value: 'th', label: 'ไทย' },
                { value: 'en', label: 'English' },
              ]}
            />
            <Submit label={t.begin} />
          </Form>
        </Card>
      )}
    </>
  );
}

function Last({ mail, t }: { readonly mail: ListedMonthlyMail; readonly t: MonthlyTexts }) {
  if (mail.lastLinkId === null) return <>{t.none}</>;
  return (
    <>
      <a href={`${LINKS}/${mail.lastLinkId}`}>{mail.lastMonth}</a>{' '}
      <Badge tone={mail.isPaid === true ? 'good' : 'wait'}>
        {mail.isPaid === true ? t.paid : t.unpaid}
      </Badge>
    </>
  );
}
