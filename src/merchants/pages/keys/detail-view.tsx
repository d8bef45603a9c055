import { type ApiKey, digestOfLimits } from '../../api-keys';
import { allows } from '../../../kernel/rules/permission';
import { mayActAs } from '../../../kernel/rules/realm';
import { Card } from '../../../pages/kit/card';
import { Choices, Digest, Form, FormFault, Select, Submit } from '../../../pages/kit/form';
import { grantsText } from '../grants-text';
import { Facts, Time } from '../../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { expiryText, KEYS, makerText, renderRevoke } from './list-view';
import {
  addressesField,
  mayIssue,
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
  const main = (
    <>
      <FormFault refusal={refusal} fields={['addresses', 'payees']} />
      <section class="card" aria-label={key.name}>
        <Facts
          rows={[
            [t.key, <code>{key.hint}</code>],
            [t.permission, grantsText(context.language, key.permissions)],
            [
              t.created,
              <>
                <Time at={key.createdAt} /> · {makerText(context, key, t)}
              </>,
            ],
            [t.expires, expiryText(key, t)],
            [t.lastUsed, lastUseText(key, t)],
            [t.addresses, key.addresses === null ? t.anyAddress : codes(key.addresses)],
            [t.payees, payees === null ? t.anyPayee : payeesText(payees, t)],
            [t.signing, key.signingSecretSealed === null ? t.notRequired : t.required],
          ]}
        />
      </section>
      {mayChange && key.replacedBy === null && renderRotate(key, t)}
      {mayChange && renderChange(key, payees, refusal, t)}
    </>
  );
  return {
    title: key.name,
    section: 'keys',
    back: { path: KEYS, title: context.t.sections.keys },
    main,
    ...(mayActAs(context.session, 'developer') ? { actions: renderRevoke(key, t) } : {}),
  };
}

const codes = (items: readonly string[]) => (
  <span class="codes">
    {items.map((item) => (
      <>
        <code>{item}</code>{' '}
      </>
    ))}
  </span>
);

const payeesText = (payees: readonly string[], t: KeysTexts) =>
  payees.length === 0 ? (
    t.noPayee
  ) : (
    <>
      {payees.map((payee) => (
        <div>{payee}</div>
      ))}
    </>
  );

function lastUseText({ lastUsedAt, lastUsedFrom }: ApiKey, t: KeysTexts) {
  if (lastUsedAt === null) return t.neverUsed;
  const from =
    lastUsedFrom === null ? null : (
      <>
        {' · '}
        <code>{lastUsedFrom}</code>
      </>
    );
  return (
    <>
      <Time at={lastUsedAt} />
      {from}
    </>
  );
}

const renderRotate = ({ id }: ApiKey, t: KeysTexts) => (
  <Card id="rotate" title={t.rotate} narrow>
    <p class="soft">{t.rotateHint}</p>
    <Form action={`${KEYS}/${id}/rotate`}>
      <Select
        name="hours"
        label={t.overlap}
        value="24"
        options={overlaps.map((value) => ({ value, label: t.overlaps[value] }))}
      />
      <Submit label={t.rotatePress} />
    </Form>
  </Card>
);

function renderChange(
  key: ApiKey,
  payees: readonly string[] | null,
  refusal: Refusal | null,
  t: KeysTexts,
) {
  const paysOut =
    allows(key.permissions, 'withdrawals:write') || allows(key.permissions, 'refunds:write');
  return (
    <Card id="limits" title={t.limits} narrow>
      <Form action={`${KEYS}/${key.id}`}>
        <Digest refusal={refusal} digest={digestOfLimits(key)} />
        {addressesField(refusal, t, key.addresses?.join('\n'))}
        {paysOut ? (
          renderPayees(payees, refusal, t)
        ) : (
          <input type="hidden" name="payees_of" value="any" />
        )}
        {paysOut ? signedBox(t, key.signingSecretSealed !== null) : null}
        <Submit label={t.save} />
      </Form>
    </Card>
  );
}

function renderPayees(payees: readonly string[] | null, refusal: Refusal | null, t: KeysTexts) {
  return (
    <>
      <Choices
        name="payees_of"
        label={t.payees}
        value={payees === null ? 'any' : 'list'}
        options={[
          { value: 'any', label: t.anyPayee },
          { value: 'list', label: t.listedPayees, hint: t.listedPayeesHint },
        ]}
      />
      {removedPayeesField(payees ?? [], t)}
      {payeesField(refusal, t, t.addPayees)}
    </>
  );
}
