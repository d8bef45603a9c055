import type { ComponentChildren, VNode } from 'preact';
import { formatClock, formatPreciseClock, formatShortDay } from './format';
import { icons } from './icons';
import { usePage } from './page-context';

/** "21 Nov 2026, 14:05" in Bangkok; `precise` adds the seconds, to compare with logs. */
export function Time({ at, precise = false }: { readonly at: Date; readonly precise?: boolean }) {
  const clock = precise ? formatPreciseClock(at) : formatClock(at);
  const text = `${formatShortDay(usePage().language, at)}, ${clock}`;
  return <time datetime={at.toISOString()}>{text}</time>;
}

export type Tone = 'good' | 'warn' | 'bad' | 'wait' | '';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}
export const Badge = ({ tone = '', children }: BadgeProps) => (
  <span class={`badge ${tone}`.trim()}>{children}</span>
);

interface NoticeProps {
  readonly tone?: Tone;
  readonly role?: 'alert' | 'status';
  readonly text: string;
}
export const Notice = ({ tone = '', role, text }: NoticeProps) => (
  <p class={`notice ${tone}`.trim()} role={role}>
    {text}
  </p>
);

/** Read by screen readers only, after the text before it. */
export const Spoken = ({ children }: { readonly children: ComponentChildren }) => (
  <span class="spoken"> {children}</span>
);

interface NotedProps {
  readonly note?: ComponentChildren;
  /** An identifier as the note. */
  readonly code?: string | null;
  readonly children: ComponentChildren;
}
/** With a small second line. */
export const Noted = ({ note, code, children }: NotedProps) => (
  <span>
    {children} <small>{code === undefined ? note : <code>{code}</code>}</small>
  </span>
);

/** The address can break before its `@`. */
export function MailAddress({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly hint?: string;
  readonly action?: VNode;
}
export const Empty = ({ title, hint, action }: EmptyProps) => (
  <div class="empty">
    <strong>{title}</strong>
    {hint !== undefined && <p>{hint}</p>}
    {action}
  </div>
);

/** Copies the text of the element with the id `of`. Hidden until the script shows it. */
export function CopyButton({ of, about }: { readonly of: string; readonly about: string }) {
  const { t } = usePage();
  return (
    <button type="button" class="button copy" data-copy={of} data-copied={t.copied} hidden>
      {icons.copy}
      <span>{t.copy}</span>
      <Spoken>{about}</Spoken>
    </button>
  );
}

export type FactRow = readonly [name: string, value: ComponentChildren] | null;

export const Facts = ({ rows }: { readonly rows: readonly FactRow[] }) => (
  <dl class="facts">
    {rows.map(
      (row) =>
        row && (
          <div>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ),
    )}
  </dl>
);

export type ButtonTone = 'strong' | 'danger' | 'quiet' | 'plain';

export const buttonClass = (tone: ButtonTone): string =>
  tone === 'plain' ? 'button' : `button ${tone}`;

interface LinkButtonProps {
  readonly tone?: ButtonTone;
  readonly href: string;
  readonly label: string;
  /** Read by screen readers only. */
  readonly about?: string;
}
export const LinkButton = ({ tone = 'plain', href, label, about }: LinkButtonProps) => (
  <a class={buttonClass(tone)} href={href}>
    {label}
    {about !== undefined && <Spoken>{about}</Spoken>}
  </a>
);

interface Tab {
  readonly href: string;
  readonly text: string;
  readonly isCurrent: boolean;
}
export const Tabs = ({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
}) => (
  <ul class="tabs" aria-label={label}>
    {tabs.map(({ href, text, isCurrent }) => (
      <li>
        <a href={href} aria-current={isCurrent ? 'true' : undefined}>
          {text}
        </a>
      </li>
    ))}
  </ul>
);

interface PagerProps {
  readonly newest: string | null;
  readonly older: string | null;
  /** Labels of a list that does not begin with the newest. */
  readonly labels?: { readonly newest: string; readonly older: string };
}
/** Nothing if the list has one page. */
export function Pager({ newest, older, labels }: PagerProps) {
  const { t } = usePage();
  const texts = labels ?? t;
  if (newest === null && older === null) return null;
  return (
    <div class="pager">
      {newest === null ? <span /> : <LinkButton href={newest} label={texts.newest} />}
      {older === null ? <span /> : <LinkButton href={older} label={texts.older} />}
    </div>
  );
}
