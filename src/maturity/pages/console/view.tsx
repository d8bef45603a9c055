import { bangkokText } from '../../../kernel/rules/bangkok-day';
import { mayActAs } from '../../../kernel/rules/realm';
import type { Refusal, Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { Card } from '../../../pages/kit/card';
import { Field, Form, Select, Submit } from '../../../pages/kit/form';
import { Empty, Facts, LinkButton } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import { yearOf } from '../../rules/bank-day';
import type { MerchantRules } from '../../set-rule';
import { maturityTexts } from '../texts';

export const HOLIDAYS = '/console/bank-holidays';
export const maturityPath = (merchantId: string): string =>
  `/console/merchants/${merchantId}/maturity`;

export function maturityScreen(
  context: SignedInContext,
  { merchant, rules }: MerchantRules,
  refusal: Refusal | null,
): Screen {
  const t = maturityTexts[context.language];
  const main = (
    <div class="stack">
      <Card id="rules" title={t.ofMerchant} hint={t.hint} flush>
        <Table
          columns={[t.account, { money: t.days }, t.since]}
          rows={rules.map(({ label, days, since }) => [
            label,
            days === 0 ? t.atOnce : String(days),
            since === null ? '–' : bangkokText(since),
          ])}
        />
      </Card>
      {mayActAs(context.session, 'admin') && (
        <Card id="change" title={t.change} hint={t.changeHint}>
          <Form action={maturityPath(merchant.id)} refusal={refusal}>
            <Select
              name="accountId"
              label={t.account}
              value={refusal?.values['accountId']}
              options={rules.map(({ accountId: value, label }) => ({ value, label }))}
            />
            <Field name="days" label={t.days} rule={t.daysRule} numeric lengthMax={2} />
            <Submit label={t.set} />
          </Form>
        </Card>
      )}
    </div>
  );
  const actions = <LinkButton href={HOLIDAYS} label={t.holidays} />;
  const back = { path: `/console/merchants/${merchant.id}`, title: merchant.name };
  return { title: t.ofMerchant, section: 'merchants', back, actions, main };
}

export function holidaysScreen(
  context: SignedInContext,
  holidays: readonly string[],
  refusal: Refusal | null,
): Screen {
  const t = maturityTexts[context.language];
  const years = [...new Set(holidays.map(yearOf))];
  const of = (year: string) => holidays.filter((day) => yearOf(day) === year).join(' ');
  const main = (
    <div class="stack">
      <Card id="holidays" title={t.holidays} hint={t.holidaysHint}>
        {years.length === 0 ? (
          <Empty title={t.unknown} />
        ) : (
          <Facts rows={years.map((year) => [year, of(year)])} />
        )}
      </Card>
      {mayActAs(context.session, 'admin') && (
        <Card id="change" title={t.list}>
          <Form action={HOLIDAYS} refusal={refusal}>
            <Field
              name="days"
              label={t.list}
              value={refusal?.values['days'] ?? ''}
              hint={t.listHint}
              rule={t.listRule}
              lengthMax={1_000}
              lines={4}
            />
            <Submit label={t.setHolidays} />
          </Form>
        </Card>
      )}
    </div>
  );
  return { title: t.holidays, section: 'merchants', main };
}
