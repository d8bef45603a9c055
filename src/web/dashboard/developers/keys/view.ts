import type { ApiKey } from '../../../../application/merchants/api-keys';
import { allows, permissions } from '../../../../domain/permission';
import type { Permission } from '../../../../domain/permission';
import { mayActAs, permissionOf } from '../../../../domain/role';
import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { actorText } from '../../../kit/activity/view';
import { choices, confirmButton, field, formFault, tokenField } from '../../../kit/form';
import { badge, emptyState, moment } from '../../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';
import { renderNewKey } from './new-key';
import { keysTexts } from './texts';
import type { KeysTexts } from './texts';

const PATH = '/dashboard/developers/keys';

export function keysScreen(
  context: SignedInContext,
  keys: readonly ApiKey[],
  refusal: Refusal | null = null,
): Screen {
  const t = keysTexts[context.language];
  const main = html`<p class="soft">${t.hint}</p>
<section class="card flush" aria-label="${context.t.sections.keys}">
  ${keys.length === 0 ? emptyState(t.none, t.noneHint) : keysTable(context, keys)}
</section>
${mayChangeKeys(context) ? renderForm(context, refusal, t) : null}`;
  const actions = html`<a class="button" href="/docs">${t.docs}</a>`;
  return { title: context.t.sections.keys, section: 'keys', actions, main };
}

/** A key that was just made, and the way back. */
export function newKeyScreen(context: SignedInContext, name: string, key: string): Screen {
  const t = keysTexts[context.language];
  const main = html`<section class="card stack narrow" aria-label="${name}">
  ${renderNewKey(context, key, { label: t.key, hint: t.shown })}
  <p><a class="button strong" href="${PATH}">${t.done}</a></p></section>`;
  return { title: name, section: 'keys', main };
}

const mayChangeKeys = ({ session }: SignedInContext): boolean =>
  mayActAs(session.role, 'developer');

/** Active keys, each with the form that revokes it. */
export function keysTable(context: SignedInContext, keys: readonly ApiKey[]): Html {
  const t = keysTexts[context.language];
  const mayChange = mayChangeKeys(context);
  const row = (key: ApiKey) => html`<tr><th scope="row"><strong>${key.name}</strong></th>
  <td class="whole" data-name="${t.key}"><code>${key.hint}</code></td>
  <td data-name="${t.permission}">${badge(
    key.permission === 'withdraw' ? 'warn' : '',
    t.permissions[key.permission],
  )}</td>
  <td data-name="${t.lastUsed}">${
    key.lastUsedAt === null ? t.neverUsed : moment(context.language, key.lastUsedAt)
  }</td>
  <td data-name="${t.created}">${moment(context.language, key.createdAt)}</td>
  <td data-name="${t.maker}"><span>${makerText(context, key, t)}
    ${key.makerLeft ? badge('warn', t.makerLeft) : null}</span></td>
  ${mayChange ? html`<td class="press">${renderRevoke(context, key, t)}</td>` : null}</tr>`;
  return html`<table class="folds"><thead><tr><th scope="col">${t.name}</th>
  <th scope="col">${t.key}</th><th scope="col">${t.permission}</th>
  <th scope="col">${t.lastUsed}</th><th scope="col">${t.created}</th>
  <th scope="col">${t.maker}</th>
  ${mayChange ? html`<th scope="col"><span class="spoken">${t.revoke}</span></th>` : null}
  </tr></thead><tbody>${keys.map(row)}</tbody></table>`;
}

const makerText = (context: SignedInContext, { maker, makerName }: ApiKey, t: KeysTexts): string =>
  maker === null
    ? t.makerUnknown
    : actorText(context, { actorKind: maker.kind, actorId: maker.id, actorName: makerName });

const renderRevoke = (context: SignedInContext, { id, name }: ApiKey, t: KeysTexts): Html =>
  confirmButton(context, `${PATH}/${id}/revoke`, {
    label: t.revoke,
    question: t.revokeQuestion(name),
    confirm: t.revoke,
    about: name,
  });

function renderForm(context: SignedInContext, refusal: Refusal | null, t: KeysTexts): Html {
  const offered = permissions.filter((permission) => mayCreate(context, permission));
  const wanted = offered.find((each) => each === refusal?.values['permission']) ?? 'write';
  return html`<section class="card stack narrow" aria-labelledby="create">
  <h2 id="create">${t.create}</h2>
  ${formFault(context, refusal, ['name'])}
  <form method="post" action="${PATH}" class="fields">${tokenField(context)}
    ${field(context, refusal, { name: 'name', label: t.name, hint: t.nameHint, lengthMax: 60 })}
    ${choices(
      { name: 'permission', label: t.permission, value: wanted },
      offered.map((value) => ({
        value,
        label: t.permissions[value],
        hint: t.permissionHints[value],
      })),
    )}
    <div><button class="button strong">${t.press}</button></div></form>
</section>`;
}

/** Who makes a key that lets money out could let it out himself. */
export const mayCreate = ({ session }: SignedInContext, permission: Permission): boolean =>
  allows(permissionOf(session.role), permission);
