import { bangkokText } from '../../../kernel/rules/bangkok-day';
import { formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import type { Refusal, Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { Card } from '../../../pages/kit/card';
import { Field, Form, Select, Submit } from '../../../pages/kit/form';
import { Badge, Empty, LinkButton } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import type { Margins } from '../../find-margins';
import { currentOf, type PriceList, type WhatIf } from '../../find-prices';
import { pricedMethods, type PricedMethod } from '../../rules/price';
import { describeBands, describeCost, describeVatRates } from '../../rules/price-text';
import { LastMonth, costCells, costColumns, vatText } from '../parts';
import { priceTexts, type PriceTexts } from '../texts';

export const VAT = '/console/vat';
export const MARGINS = '/console/margins';
export const pricesPath = (merchantId: string): string => `/console/merchants/${merchantId}/prices`;

/** What an operator has typed into the calculation. */
export interface Draft {
  readonly method: PricedMethod;
  readonly price: string;
  readonly from: string;
  readonly fault: 'price' | 'from' | null;
  /** Null for a draft with a fault. */
  readonly whatIf: WhatIf | null;
}

export function consolePricesScreen(
  context: SignedInContext,
  list: PriceList,
  draft: Draft | null,
  refusal: Refusal | null,
): Screen {
  const t = priceTexts[context.language];
  const { merchant } = list;
  const main = (
    <div class="stack">
      {renderVersions(context, list, t)}
      <LastMonth list={list} t={t} />
      {mayActAs(context.session, 'admin') &&
        renderDraft(pricesPath(merchant.id), draft, refusal, t)}
    </div>
  );
  const actions = <LinkButton href={VAT} label={t.vatTitle} />;
  const back = { path: `/console/merchants/${merchant.id}`, title: merchant.name };
  return { title: t.ofMerchant, section: 'merchants', back, actions, main };
}

function renderVersions({ nowMs }: SignedInContext, list: PriceList, t: PriceTexts) {
  const now = new Date(nowMs);
  const current = new Set(currentOf(list.versions, now).map(({ id }) => id));
  const stateOf = ({ id, validFrom }: PriceList['versions'][number]) => {
    if (current.has(id)) return 'current';
    return validFrom > now ? 'next' : 'past';
  };
  return (
    <Card id="versions" title={t.versions} hint={vatText(list.vatRates, nowMs, t)} flush>
      {list.versions.length === 0 ? (
        <Empty title={t.free} />
      ) : (
        <Table
          columns={[t.method, t.price, t.from, t.state]}
          rows={list.versions.map((version) => [
            t.methods[version.method],
            describeBands(version.bands),
            bangkokText(version.validFrom),
            <Badge>{t.states[stateOf(version)]}</Badge>,
          ])}
        />
      )}
    </Card>
  );
}

function renderDraft(path: string, draft: Draft | null, refusal: Refusal | null, t: PriceTexts) {
  const value = (name: 'method' | 'price' | 'from') => refusal?.values[name] ?? draft?.[name] ?? '';
  const wrong: Refusal | null = draft?.fault
    ? { code: 'invalid_request', param: draft.fault, values: {}, waitSeconds: null }
    : null;
  return (
    <Card id="change" title={t.change} hint={t.changeHint}>
      <form method="get" action={path} class="fields">
        <MethodField value={value('method') || 'qr'} t={t} />
        <Field
          name="price"
          label={t.price}
          value={value('price')}
          hint={t.priceHint}
          rule={t.priceRule}
          refusal={wrong}
        />
        <Field
          name="from"
          label={t.from}
          value={value('from')}
          hint={t.fromHint}
          rule={t.fromRule}
          refusal={wrong}
          optional
        />
        <div>
          <button class="button">{t.calculate}</button>
        </div>
      </form>
      {draft?.whatIf && renderWhatIf(draft.whatIf, t)}
      {draft?.whatIf && (
        <Form action={path} refusal={refusal}>
          <input type="hidden" name="method" value={draft.method} />
          <input type="hidden" name="price" value={draft.price} />
          <input type="hidden" name="from" value={draft.from} />
          <Submit label={t.set} />
        </Form>
      )}
    </Card>
  );
}

const renderWhatIf = ({ before, after }: WhatIf, t: PriceTexts) => (
  <Table
    plain
    columns={[t.whatIf, ...costColumns(t)]}
    rows={[
      [t.before, ...costCells(before)],
      [t.after, ...costCells(after)],
    ]}
  />
);

export function vatScreen(
  context: SignedInContext,
  vatRates: PriceList['vatRates'],
  refusal: Refusal | null,
): Screen {
  const t = priceTexts[context.language];
  const main = (
    <Card id="vat" title={t.vatTitle} hint={t.vatHint}>
      <p>{vatText(vatRates, context.nowMs, t)}</p>
      {mayActAs(context.session, 'admin') && (
        <Form action={VAT} refusal={refusal}>
          <Field
            name="rates"
            label={t.vatLabel}
            value={describeVatRates(vatRates)}
            hint={t.vatExample}
            rule={t.vatRule}
            lengthMax={500}
            optional
          />
          <Submit label={t.setVat} />
        </Form>
      )}
    </Card>
  );
  const actions = <LinkButton href={MARGINS} label={t.margins} />;
  return { title: t.vatTitle, section: 'merchants', actions, main };
}

export function marginsScreen(
  context: SignedInContext,
  { months, expected }: Margins,
  refusal: Refusal | null,
): Screen {
  const t = priceTexts[context.language];
  const main = (
    <div class="stack">
      {months.map(({ period: { from, until }, margins }, index) => (
        <Card
          id={`margins-${index}`}
          title={`${from} – ${until}`}
          {...(index === 0 && { hint: t.marginsHint })}
          flush>
          <Table
            columns={[
              t.account,
              { money: t.fees },
              { money: t.cost },
              { money: t.expectedPart },
              { money: t.margin },
              { money: t.known },
            ]}
            rows={margins.map(({ label, feeSatang, costSatang, expectedSatang, count }) => [
              label,
              formatMoney(feeSatang),
              formatMoney(costSatang),
              formatMoney(expectedSatang),
              formatMoney(feeSatang - costSatang),
              count.toLocaleString('en'),
            ])}
          />
        </Card>
      ))}
      {renderExpected(expected, t)}
      {mayActAs(context.session, 'admin') && renderCostForm(months[0]?.margins ?? [], refusal, t)}
    </div>
  );
  return { title: t.margins, section: 'merchants', main };
}

const renderExpected = (expected: Margins['expected'], t: PriceTexts) => (
  <Card id="expected" title={t.expected} hint={t.expectedHint} flush>
    {expected.length === 0 ? (
      <Empty title={t.noneExpected} />
    ) : (
      <Table
        columns={[t.account, t.method, t.cost, t.from]}
        rows={expected.map(({ label, method, validFrom, ...terms }) => [
          label,
          t.methods[method],
          describeCost(terms),
          bangkokText(validFrom),
        ])}
      />
    )}
  </Card>
);

const renderCostForm = (
  accounts: Margins['months'][number]['margins'],
  refusal: Refusal | null,
  t: PriceTexts,
) => (
  <Card id="change" title={t.change} hint={t.changeHint}>
    <Form action={MARGINS} refusal={refusal}>
      <Select
        name="accountId"
        label={t.account}
        value={refusal?.values['accountId']}
        options={accounts
          .filter(({ isOwn }) => !isOwn)
          .map(({ accountId: value, label }) => ({ value, label }))}
      />
      <MethodField value={refusal?.values['method']} t={t} />
      <Field name="cost" label={t.cost} hint={t.costHint} rule={t.costRule} />
      <Field name="from" label={t.from} hint={t.fromHint} rule={t.fromRule} optional />
      <Submit label={t.setCost} />
    </Form>
  </Card>
);

const MethodField = ({ value, t }: { value: string | undefined; t: PriceTexts }) => (
  <Select
    name="method"
    label={t.method}
    value={value}
    options={pricedMethods.map((method) => ({ value: method, label: t.methods[method] }))}
  />
);
