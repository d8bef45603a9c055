import { findOrderOfKey } from '../../src/kernel/idempotency/idempotency';
import { claimKey } from '../../src/kernel/idempotency/store';
import type { Db } from '../../src/platform/postgres/connect';
import { testDatabase } from '../support/database';
import { testDeps } from '../support/gateway';
import type { Command } from './commands';
import { play } from './play';
import { errorOf, search } from './search';
import { createSystem, realUseCases, type UseCases } from './system';

/** A deliberate fault of the gateway. */
interface Planted {
  /** A fault of the database, applied to the test's own database. */
  readonly sql?: string;
  /** Use cases replaced by faulty ones. */
  readonly useCases?: Partial<UseCases>;
}

/** A trigger that changes or drops a written row; `body` is plpgsql. */
const trigger = (when: string, body: string): string => `
  create function planted() returns trigger language plpgsql as $$ begin ${body} end $$;
  create trigger planted ${when} for each row execute function planted()`;

/** An opening balance: the ledger stays balanced, so that only the model detects it. */
const giftTo = (row: string): string => `
  update balances set available_satang = available_satang + ${row}.amount_satang
    where merchant_id = ${row}.merchant_id;
  insert into transfers (merchant_id, kind, debit, credit, amount_satang)
    values (${row}.merchant_id, 'opening', 'provider_clearing', 'available', ${row}.amount_satang);
  return null;`;

/** Lookups of keys in progress. Concurrent requests wait for each other's, so neither finds one. */
const lookups = new Set<Promise<unknown>>();

const planted: Readonly<Record<string, Planted>> = {
  'late money is credited twice': {
    sql: trigger(
      'after update of status on orders',
      `if not new.late or new.status <> 'succeeded' then return null; end if; ${giftTo('new')}`,
    ),
  },
  'every payment is credited to another merchant, ledger and balance alike': {
    sql: `
      alter table transfers disable trigger transfers_stay;
      create function planted() returns trigger language plpgsql as $$
      declare other text := (select id from merchants where id <> new.merchant_id limit 1);
      begin
        if new.kind <> 'receive' then return null; end if;
        update transfers set merchant_id = other where id = new.id;
        update balances set available_satang = available_satang
          + case merchant_id when other then new.amount_satang else - new.amount_satang end
          where merchant_id in (other, new.merchant_id);
        return null;
      end $$;
      create constraint trigger planted after insert on transfers
        deferrable initially deferred for each row execute function planted()`,
  },
  'a hold is released twice': {
    sql: trigger(
      'after insert on transfers',
      `if new.kind <> 'void' then return null; end if; ${giftTo('new')}`,
    ),
  },
  'pending money is released twice': {
    sql: trigger(
      'after insert on transfers',
      `if new.kind <> 'mature' then return null; end if; ${giftTo('new')}`,
    ),
  },
  'a refund takes of the available balance what is pending of its payment': {
    sql: trigger(
      'after insert on transfers',
      `if new.kind = 'recall' then
         update balances set available_satang = available_satang - new.amount_satang,
                             pending_satang = pending_satang + new.amount_satang
         where merchant_id = new.merchant_id;
       end if; return null;`,
    ),
  },
  'a second transfer for an order is dropped': {
    sql: trigger(
      'before insert on transfers',
      `if new.kind = 'suspend' and exists (select from transfers
         where order_id = new.order_id and kind = 'receive') then return null; end if; return new;`,
    ),
  },
  'a payout that was made twice opens no exception': {
    sql: trigger(
      'before insert on exceptions',
      "if new.kind = 'duplicate_payout' then return null; end if; return new;",
    ),
  },
  'a payout that left in part and then failed releases its hold': {
    // Simulates a dismissal by an operator.
    sql: trigger(
      'before insert on movements',
      "if new.direction = 'out' then new.dismissed_at = now(); end if; return new;",
    ),
  },
  'a refund reserves nothing of its payment': {
    sql: trigger(
      'before update of refunding_satang on orders',
      'new.refunding_satang = old.refunding_satang; return new;',
    ),
  },
  'a key expires at once': {
    sql: trigger(
      'before insert on idempotency_keys',
      'new.expires_at = clock_timestamp(); return new;',
    ),
  },
  'the event of a failure is not written': {
    sql: trigger(
      'before insert on events',
      "if new.name = 'payment.failed' then return null; end if; return new;",
    ),
  },
  'a deadline is a day late': {
    sql: trigger(
      'before update of expires_at on orders',
      "new.expires_at = old.expires_at + interval '1 day'; return new;",
    ),
  },
  "a merchant reads another's payment": {
    useCases: {
      async findPayment(deps, merchant, id) {
        const owner = await deps.db('orders').where({ id }).first('merchant_id');
        return realUseCases.findPayment(deps, { ...merchant, id: owner.merchant_id }, id);
      },
    },
  },
  "a merchant sends a callback for another's order": {
    useCases: {
      acceptCallback: (deps, _sender, callback) =>
        realUseCases.acceptCallback(deps, { kind: 'provider' }, callback),
    },
  },
  'a key is looked up and bound, but not in one transaction': {
    useCases: {
      async createWithdrawal(deps, audit, merchant, request, claim) {
        const looking = claim && findOrderOfKey(deps, claim);
        lookups.add(Promise.resolve(looking));
        await Promise.allSettled(lookups);
        const orderId = await looking;
        if (orderId !== null) return { order: { orderId }, isReplay: true };
        const made = await realUseCases.createWithdrawal(deps, audit, merchant, request, null);
        if (claim !== null) await claimKey(deps.db, claim, { orderId: made.order.orderId });
        return made;
      },
    },
  },
};

/** Every fault is found with at most this number of commands. */
const COMMANDS_MAX = 5;
const budget = { histories: 300, commands: 30, seed: 20261121 };

const systemOn = (knex: Db, useCases: Partial<UseCases> = {}) =>
  createSystem(testDeps(knex), { ...realUseCases, ...useCases });

test.each(Object.entries(planted))(
  'a planted fault is found and its history is shortened: %s',
  async (_fault, { sql, useCases }) => {
    const { knex } = await testDatabase();
    if (sql !== undefined) await knex.raw(sql);
    const { failure } = await search(systemOn(knex, useCases), budget);
    const history: readonly Command[] = failure?.history ?? [];
    process.stderr.write(`  model: ${failure?.text.split('\nError')[0] ?? 'nothing'}\n`);
    expect(history.length).toBeGreaterThan(0);
    expect(history.length).toBeLessThanOrEqual(COMMANDS_MAX);
    // Run alone, this history fails with the planted fault and passes without it.
    expect(await errorOf(systemOn(knex, useCases), history)).not.toBeNull();
    const sound = await testDatabase();
    await play(systemOn(sound.knex), history);
  },
);
