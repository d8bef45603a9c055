import type { ApiKey } from '../../api-keys';
import {
  allows,
  type Permission,
  permissions,
  permissionSets,
} from '../../../kernel/rules/permission';
import { mayActAs } from '../../../kernel/rules/realm';
import { actorText } from '../../../people/activity/pages/view';
import { Card } from '../../../pages/kit/card';
import { Choices, Confirm, Field, Form, Select, Submit } from '../../../pages/kit/form';
import { grantsText } from '../grants-text';
import { Badge, Empty, LinkButton, Time } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { addressesField, KEYS, mayIssue, offeredLifetimes, payeesField, signedBox } from './parts';
import { keysTexts, type KeysTexts } from './texts';

export { KEYS };

interface KeyList {
  readonly keys: readonly ApiKey[];
  /** API_KEY_DAYS_MAX; null: keys need not expire. */
  readonly daysMax: number | null;
}

export function keysScreen(
  context: SignedInContext,
  { keys, daysMax }: KeyList,
  refusal: Refusal | null = null,
): Screen {
  const t = keysTexts[context.language];
  const main = (
    <>
      <p class="soft">{t.hint}</p>
      <Card label={context.t.sections.keys} flush>
        {keys.length === 0 ? <Empty title={t.none} hint={t.noneHint} /> : keysTable(context, keys)}
      </Card>
      {mayChangeKeys(context) ? renderForm(context, daysMax, refusal, t) : null}
    </>
  );
  const actions = <LinkButton href="/docs" label={t.docs} />;
  return { title: context.t.sections.keys, section: 'keys', actions, main };
}

const mayChangeKeys = ({ session }: SignedInContext): boolean => mayActAs(session, 'developer');

export function keysTable(context: SignedInContext, keys: readonly ApiKey[]) {
  const t = keysTexts[context.language];
  const mayChange = mayChangeKeys(context);
  const row = (key: ApiKey) => [
    <span>
      <a href={`${KEYS}/${key.id}`}>
        <strong>{key.name}</strong>
      </a>{' '}
      {key.awaitsApproval ? <Badge tone="wait">{t.awaitsApproval}</Badge> : null}
    </span>,
    <code>{key.hint}</code>,
    permissionBadge(context, key, t),
    <span>{expiryText(key, t)}</span>,
    key.lastUsedAt === null ? t.neverUsed : <Time at={key.lastUsedAt} />,
    <span>
      {makerText(context, key, t)} {key.makerLeft ? <Badge tone="warn">{t.makerLeft}</Badge> : null}
    </span>,
    mayChange ? renderRevoke(key, t) : null,
  ];
  return (
    <Table
      columns={[
        t.name,
        { whole: t.key },
        t.permission,
        t.expires,
        t.lastUsed,
        t.maker,
        mayChange ? { press: t.revoke } : null,
      ]}
      rows={keys.map(row)}
      roomy
    />
  );
}

function permissionBadge(
  { language }: SignedInContext,
  { permissions: grants }: ApiKey,
  t: KeysTexts,
) {
  const text = grants.length > 1 ? t.counted(grants.length) : grantsText(language, grants);
  return <Badge tone={allows(grants, 'withdrawals:write') ? 'warn' : ''}>{text}</Badge>;
}

export const expiryText = ({ expiresAt, replacedBy }: ApiKey, t: KeysTexts) =>
  expiresAt === null ? (
    t.never
  ) : (
    <>
      <Time at={expiresAt} /> {replacedBy !== null && <Badge tone="wait">{t.replaced}</Badge>}
    </>
  );

export const makerText = (
  context: SignedInContext,
  { maker, makerName }: ApiKey,
  t: KeysTexts,
): string =>
  maker === null
    ? t.makerUnknown
    : actorText(context, { actorKind: maker.kind, actorId: maker.id, actorName: makerName });

export const renderRevoke = ({ id, name, waitingPayouts }: ApiKey, t: KeysTexts) => (
  <Confirm
    action={`${KEYS}/${id}/revoke`}
    label={t.revoke}
    question={t.revokeQuestion(name)}
    about={name}
    option={
      waitingPayouts === 0 ? null : { name: 'payouts', label: t.withdrawPayouts(waitingPayouts) }
    }
  />
);

function renderForm(
  context: SignedInContext,
  daysMax: number | null,
  refusal: Refusal | null,
  t: KeysTexts,
) {
  const offered = [
    ...permissionSets.filter((name) => mayIssue(context, [name])),
    'custom' as const,
  ];
  const wanted = offered.find((each) => each === refusal?.values['permission']) ?? 'write';
  return (
    <Card id="create" title={t.create} narrow>
      <Form action={KEYS} refusal={refusal}>
        <Field name="name" label={t.name} hint={t.nameHint} lengthMax={60} />
        <Choices
          name="permission"
          label={t.permission}
          value={wanted}
          options={offered.map((value) => ({
            value,
            label: t.permissions[value],
            hint: t.permissionHints[value],
          }))}
        />
        {renderPermissions(context, wanted === 'custom', t)}
        {renderLimits(daysMax, refusal, t)}
        <Submit label={t.press} />
      </Form>
    </Card>
  );
}

/** Only the permissions that the creator's role has. */
function renderPermissions(context: SignedInContext, isOpen: boolean, t: KeysTexts) {
  const offered = permissions.filter((permission) => mayIssue(context, [permission]));
  const box = (permission: Permission) => (
    <label class="choice">
      <input type="checkbox" name="permissions" value={permission} />
      <code>{permission}</code>
    </label>
  );
  return (
    <details class="more" open={isOpen}>
      <summary>{t.permissions.custom}</summary>
      <fieldset class="choices pairs">
        <legend class="spoken">{t.permissions.custom}</legend>
        {offered.map(box)}
      </fieldset>
    </details>
  );
}

function renderLimits(daysMax: number | null, refusal: Refusal | null, t: KeysTexts) {
  const offered = offeredLifetimes(daysMax);
  const given = refusal?.values['expires'];
  const isOpen = refusal !== null && refusal.param !== 'name';
  return (
    <>
      <Select
        name="expires"
        label={t.expires}
        value={offered.find((each) => each === given) ?? offered.at(-1)}
        options={offered.map((value) => ({
          value,
          label: value === 'never' ? t.never : t.days(value),
        }))}
      />
      <details class="more" open={isOpen}>
        <summary>{t.limits}</summary>
        <div class="fields">
          {addressesField(refusal, t)}
          {payeesField(refusal, t, t.payees)}
          {signedBox(t, false)}
        </div>
      </details>
    </>
  );
}
