import { digestOfLimits, type ApiKey } from '../../../../application/merchants/api-keys';
import { allows } from '../../../../domain/permission';
import { mayActAs } from '../../../../domain/realm';
import { html, type Html } from '../../../../lib/html';
import { choices, digestField, formFault, tokenField } from '../../../kit/form';
import { grantsText } from '../../../kit/grants-text';
import { facts, moment } from '../../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';
import { KEYS, expiryText, makerText, renderRevoke } from './list-view';
import {
  addressesField,
  mayIssue,
  menu,
  overlaps,
  payeesField,
  removedPayeesField,
  signedBox,
} from './parts';
import { keysTexts, type KeysTexts } from './texts';

/** `payees` are masked; null if the key has no list of payees. */
export function keyScreen(
  context: SignedInContext,
  key: ApiKey,
  payees: readonly string[] | null,
  refusal: Refusal | null,
): Screen {
  const t = keysTexts[context.language];
  const mayChange = mayActAs(context.session, 'developer') && mayIssue(context, key.permissions);
  const main = html`${formFault(context, refusal, ['addresses', 'payees'])}
<section class="card" aria-label="${key.name}">${facts([
    [t.key, html`<code>${key.hint}</code>`],
    [t.permission, grantsText(context.language, key.permissions)],
    [t.created, html`${moment(context.language, key.createdAt)} · ${makerText(context, key, t)}`],
    [t.expires, expiryText(context, key, t)],
    [t.lastUsed, lastUseText(context, key, t)],
    [t.addresses, key.addresses === null ? t.anyAddress : codes(key.addresses)],
    [t.payees, payees === null ? t.anyPayee : payeesText(payees, t)],
    [t.signing, key.signingSecretSealed === null ? t.notRequired : t.required],
  ])}</section>
${mayChange && key.replacedBy === null ? renderRotate(context, key, t) : null}
${mayChange ? renderChange(context, key, payees, refusal, t) : null}`;
  return {
    title: key.name,
    section: 'keys',
    back: { path: KEYS, title: context.t.sections.keys },
    main,
    ...(mayActAs(context.session, 'developer') ? { actions: renderRevoke(context, key, t) } : {}),
  };
}

const codes = (items: readonly string[]): Html =>
  html`<span class="codes">${items.map((item) => html`<code>${item}</code> `)}</span>`;

const payeesText = (payees: readonly string[], t: KeysTexts): Html | string =>
  payees.length === 0 ? t.noPayee : html`${payees.map((payee) => html`<div>${payee}</div>`)}`;

function lastUseText(
  { language }: SignedInContext,
  { lastUsedAt, lastUsedFrom }: ApiKey,
  t: KeysTexts,
): Html | string {
  if (lastUsedAt === null) return t.neverUsed;
  const from = lastUsedFrom === null ? null : html` · <code>${lastUsedFrom}</code>`;
  return html`${moment(language, lastUsedAt)}${from}`;
}

const renderRotate = (context: SignedInContext, { id }: ApiKey, t: KeysTexts): Html =>
  html`<section class="card stack narrow" aria-labelledby="rotate">
  <h2 id="rotate">${t.rotate}</h2><p class="soft">${t.rotateHint}</p>
  <form method="post" action="${KEYS}/${id}/rotate" class="fields">${tokenField(context)}
    ${menu(
      { name: 'hours', label: t.overlap, value: '24' },
      overlaps.map((value) => ({ value, label: t.overlaps[value] })),
    )}
    <div><button class="button strong">${t.rotatePress}</button></div></form>
</section>`;

function renderChange(
  context: SignedInContext,
  key: ApiKey,
  payees: readonly string[] | null,
  refusal: Refusal | null,
  t: KeysTexts,
): Html {
  const paysOut =
    allows(key.permissions, 'withdrawals:write') || allows(key.permissions, 'refunds:write');
  return html`<section class="card stack narrow" aria-labelledby="limits">
  <h2 id="limits">${t.limits}</h2>
  <form method="post" action="${KEYS}/${key.id}" class="fields">${tokenField(context)}
    ${digestField(refusal, digestOfLimits(key))}
    ${addressesField(context, refusal, t, key.addresses?.join('\n'))}
    ${
      paysOut
        ? renderPayees(context, payees, refusal, t)
        : html`<input type="hidden" name="payees_of" value="any">`
    }
    ${paysOut ? signedBox(t, key.signingSecretSealed !== null) : null}
    <div><button class="button strong">${t.save}</button></div></form>
</section>`;
}

function renderPayees(
  context: SignedInContext,
  payees: readonly string[] | null,
  refusal: Refusal | null,
  t: KeysTexts,
): Html {
  return html`${choices(
    { name: 'payees_of', label: t.payees, value: payees === null ? 'any' : 'list' },
    [
      { value: 'any', label: t.anyPayee },
      { value: 'list', label: t.listedPayees, hint: t.listedPayeesHint },
    ],
  )}
  ${removedPayeesField(payees ?? [], t)}
  ${payeesField(context, refusal, t, t.addPayees)}`;
}
