import type { ApiKey } from '../../../../application/merchants/api-keys';
import {
  allows,
  permissionSets,
  permissions,
  type Permission,
} from '../../../../domain/permission';
import { mayActAs } from '../../../../domain/realm';
import { html, type Html } from '../../../../lib/html';
import { actorText } from '../../../kit/activity/view';
import { choices, confirmButton, field, formFault, tokenField } from '../../../kit/form';
import { grantsText } from '../../../kit/grants-text';
import { badge, emptyState, moment } from '../../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';
import {
  KEYS,
  addressesField,
  mayIssue,
  menu,
  offeredLifetimes,
  payeesField,
  signedBox,
} from './parts';
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
  const main = html`<p class="soft">${t.hint}</p>
<section class="card flush" aria-label="${context.t.sections.keys}">
  ${keys.length === 0 ? emptyState(t.none, t.noneHint) : keysTable(context, keys)}
</section>
${mayChangeKeys(context) ? renderForm(context, daysMax, refusal, t) : null}`;
  const actions = html`<a class="button" href="/docs">${t.docs}</a>`;
  return { title: context.t.sections.keys, section: 'keys', actions, main };
}

const mayChangeKeys = ({ session }: SignedInContext): boolean => mayActAs(session, 'developer');

export function keysTable(context: SignedInContext, keys: readonly ApiKey[]): Html {
  const t = keysTexts[context.language];
  const mayChange = mayChangeKeys(context);
  const row = (key: ApiKey) => html`<tr><th scope="row"><span><a href="${KEYS}/${key.id}">
    <strong>${key.name}</strong></a> ${
      key.awaitsApproval ? badge('wait', t.awaitsApproval) : null
    }</span></th>
  <td class="whole" data-name="${t.key}"><code>${key.hint}</code></td>
  <td data-name="${t.permission}">${permissionBadge(context, key, t)}</td>
  <td data-name="${t.expires}"><span>${expiryText(context, key, t)}</span></td>
  <td data-name="${t.lastUsed}">${
    key.lastUsedAt === null ? t.neverUsed : moment(context.language, key.lastUsedAt)
  }</td>
  <td data-name="${t.maker}"><span>${makerText(context, key, t)}
    ${key.makerLeft ? badge('warn', t.makerLeft) : null}</span></td>
  ${mayChange ? html`<td class="press">${renderRevoke(context, key, t)}</td>` : null}</tr>`;
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.name}</th>
  <th scope="col">${t.key}</th><th scope="col">${t.permission}</th>
  <th scope="col">${t.expires}</th><th scope="col">${t.lastUsed}</th>
  <th scope="col">${t.maker}</th>
  ${mayChange ? html`<th scope="col"><span class="spoken">${t.revoke}</span></th>` : null}
  </tr></thead><tbody>${keys.map(row)}</tbody></table>`;
}

function permissionBadge(
  { language }: SignedInContext,
  { permissions: grants }: ApiKey,
  t: KeysTexts,
): Html {
  const text = grants.length > 1 ? t.counted(grants.length) : grantsText(language, grants);
  return badge(allows(grants, 'withdrawals:write') ? 'warn' : '', text);
}

export const expiryText = (
  { language }: SignedInContext,
  { expiresAt, replacedBy }: ApiKey,
  t: KeysTexts,
): Html | string =>
  expiresAt === null
    ? t.never
    : html`${moment(language, expiresAt)}
        ${replacedBy === null ? null : badge('wait', t.replaced)}`;

export const makerText = (
  context: SignedInContext,
  { maker, makerName }: ApiKey,
  t: KeysTexts,
): string =>
  maker === null
    ? t.makerUnknown
    : actorText(context, { actorKind: maker.kind, actorId: maker.id, actorName: makerName });

export const renderRevoke = (
  context: SignedInContext,
  { id, name, waitingPayouts }: ApiKey,
  t: KeysTexts,
): Html =>
  confirmButton(context, `${KEYS}/${id}/revoke`, {
    label: t.revoke,
    question: t.revokeQuestion(name),
    confirm: t.revoke,
    about: name,
    option:
      waitingPayouts === 0 ? null : { name: 'payouts', label: t.withdrawPayouts(waitingPayouts) },
  });

function renderForm(
  context: SignedInContext,
  daysMax: number | null,
  refusal: Refusal | null,
  t: KeysTexts,
): Html {
  const offered = [
    ...permissionSets.filter((name) => mayIssue(context, [name])),
    'custom' as const,
  ];
  const wanted = offered.find((each) => each === refusal?.values['permission']) ?? 'write';
  return html`<section class="card stack narrow" aria-labelledby="create">
  <h2 id="create">${t.create}</h2>
  ${formFault(context, refusal, ['name', 'addresses', 'payees'])}
  <form method="post" action="${KEYS}" class="fields">${tokenField(context)}
    ${field(context, refusal, { name: 'name', label: t.name, hint: t.nameHint, lengthMax: 60 })}
    ${choices(
      { name: 'permission', label: t.permission, value: wanted },
      offered.map((value) => ({
        value,
        label: t.permissions[value],
        hint: t.permissionHints[value],
      })),
    )}
    ${renderPermissions(context, wanted === 'custom', t)}
    ${renderLimits(context, daysMax, refusal, t)}
    <div><button class="button strong">${t.press}</button></div></form>
</section>`;
}

/** Only the permissions that the creator's role has. */
function renderPermissions(context: SignedInContext, isOpen: boolean, t: KeysTexts): Html {
  const offered = permissions.filter((permission) => mayIssue(context, [permission]));
  const box = (permission: Permission) => html`<label class="choice">
    <input type="checkbox" name="permissions" value="${permission}"><code>${permission}</code>
    </label>`;
  return html`<details class="more"${isOpen ? html` open` : null}>
  <summary>${t.permissions.custom}</summary>
  <fieldset class="choices pairs"><legend class="spoken">${t.permissions.custom}</legend>
  ${offered.map(box)}</fieldset></details>`;
}

function renderLimits(
  context: SignedInContext,
  daysMax: number | null,
  refusal: Refusal | null,
  t: KeysTexts,
): Html {
  const offered = offeredLifetimes(daysMax);
  const given = refusal?.values['expires'];
  const isOpen = refusal !== null && refusal.param !== 'name';
  return html`${menu(
    {
      name: 'expires',
      label: t.expires,
      value: offered.find((each) => each === given) ?? offered.at(-1) ?? '',
    },
    offered.map((value) => ({ value, label: value === 'never' ? t.never : t.days(value) })),
  )}
  <details class="more"${isOpen ? html` open` : null}><summary>${t.limits}</summary>
  <div class="fields">${addressesField(context, refusal, t)}
  ${payeesField(context, refusal, t, t.payees)}${signedBox(t, false)}</div></details>`;
}
