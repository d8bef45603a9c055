import { act } from '../kernel/acts/act';
import type { ActDeps } from '../deps';
import type { AuditContext } from '../kernel/audit/record-audit-event';
import { editLink, stopLink, type EditedLink } from './change-link';
import { openLink, type NewLink } from './create-link';
import {
  openMonthlyMail,
  stopMonthlyMail,
  type EndedMonthlyMail,
  type MonthlyMail,
  type NewMonthlyMail,
} from './monthly-mails';
import type { PaymentLink } from './rules/payment-link';

const payment_link = act<NewLink, PaymentLink>({
  realm: 'merchant',
  role: 'developer',
  run: openLink,
});

const payment_link_changed = act<EditedLink, PaymentLink>({
  realm: 'merchant',
  role: 'developer',
  run: editLink,
});

interface StoppedLink {
  readonly merchantId: string;
  readonly linkId: string;
}

const payment_link_stopped = act<StoppedLink, PaymentLink>({
  realm: 'merchant',
  role: 'developer',
  run: (deps: ActDeps, audit: AuditContext, { merchantId: id, linkId }) =>
    stopLink(deps, audit, { id }, linkId),
});

const monthly_mail = act<NewMonthlyMail, void>({
  realm: 'merchant',
  role: 'developer',
  run: openMonthlyMail,
});

const monthly_mail_stopped = act<EndedMonthlyMail, MonthlyMail>({
  realm: 'merchant',
  role: 'developer',
  run: stopMonthlyMail,
});

export const linkActs = {
  payment_link,
  payment_link_changed,
  payment_link_stopped,
  monthly_mail,
  monthly_mail_stopped,
};
