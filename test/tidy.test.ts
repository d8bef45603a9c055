import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { importCircles } from './support/import-rules';
import { faultsOf } from './support/tidy-rules';

const root = path.dirname(__dirname);
const folders = [
  'src',
  'client/src',
  'sandbox',
  'workflows',
  'activities',
  'test',
  'bench',
  'chaos',
  'site/assets',
  'site/builder',
  'scripts',
];

function sourceFiles(): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, '/')),
      ),
    )
    .filter((file) => /\.(tsx?|js|mjs)$/.test(file) && !file.includes('/node_modules/'));
}

describe('the sources', () => {
  it('are found', () => {
    expect(sourceFiles()).toEqual(
      expect.arrayContaining([
        'src/config.ts',
        'src/orders/rules/kinds/machine.ts',
        'scripts/test.mjs',
      ]),
    );
  });

  it('follow all rules of test/support/tidy-rules.ts', () => {
    const faults = sourceFiles().flatMap((file) =>
      faultsOf(file, readFileSync(path.join(root, file), 'utf8')),
    );
    expect(faults).toEqual([]);
  });
});

describe('an import circle', () => {
  it('does not exist among the sources', () => {
    const files = sourceFiles().map(
      (file) => [file, readFileSync(path.join(root, file), 'utf8')] as const,
    );
    expect(importCircles(new Map(files))).toEqual([]);
  });

  it.each([
    ['value imports', `import { b } from './b';`, `import { a } from './a';`],
    ['type imports', `import type { B } from './b';`, `export type { A } from './a';`],
    ['imports of an index', `import { b } from './b';`, `const a = import('.');`],
  ])('is found among %s', (_, a, b) => {
    const files = new Map([
      ['src/x/a.ts', a],
      ['src/x/index.ts', `export * from './a';`],
      ['src/x/b.ts', b],
      ['src/x/c.ts', `import { a } from './a';`],
    ]);
    expect(importCircles(files)).toHaveLength(1);
  });

  it('is found when a file imports itself', () => {
    const files = new Map([['src/x/a.ts', `export * from '../x/a';`]]);
    expect(importCircles(files)).toEqual([['src/x/a.ts', 'src/x/a.ts']]);
  });

  it('is not reported for files that import a common file', () => {
    const files = new Map([
      ['src/x/a.ts', `import { b } from './b'; import { c } from './c';`],
      ['src/x/b.ts', `import { c } from './c';`],
      ['src/x/c.ts', `// import { a } from './a';`],
    ]);
    expect(importCircles(files)).toEqual([]);
  });
});

describe('an import rule', () => {
  it.each([
    ['src/kernel/rules/money.ts', `import { newId } from '../../platform/new-id';`, 'src/platform'],
    ['src/kernel/rules/money.ts', `import { z } from 'zod';`, 'may not import zod'],
    ['src/kernel/rules/money.ts', `import fs from 'node:fs';`, 'may not import node:fs'],
    [
      'src/http/app.ts',
      `import { x } from '../orders/store/orders';`,
      'may not import orders store',
    ],
    ['src/orders/api/a.ts', `import type { X } from '../store/orders';`, 'types of orders store'],
    ['src/orders/pages/a.ts', `import { x } from '../store/orders';`, 'orders store'],
    ['src/orders/store/orders.ts', `export { x } from '../../reports/create';`, 'src/reports'],
    ['src/orders/store/orders.ts', `const x = await import('../../http/app');`, 'src/http'],
    ['src/orders/store/orders.ts', `let x: typeof import('../../http/app');`, 'types of src/http'],
    ['src/orders/create.ts', `import { x } from './api/schema';`, 'src/orders may not import api'],
    ['src/orders/create.ts', `import { x } from '../exceptions/resolve';`, 'src/exceptions'],
    ['src/orders/create.ts', `import { x } from '../exceptions/store/x';`, 'exceptions store'],
    ['src/platform/observe/log.ts', `import { readConfig } from '../../config';`, 'src/config'],
    ['src/migrations/1.ts', `import { pay } from '../kernel/rules/money';`, 'rules'],
    ['src/migrations/1.ts', `import { knex } from 'knex';`, 'may not import knex'],
    ['workflows/orders.ts', `import { create } from '../activities';`, 'activities'],
    ['workflows/orders.ts', `import { Client } from '@temporalio/client';`, 'client'],
    ['workflows/orders.ts', `import {\n  a,\n  b,\n} from '../src/orders/store/orders';`, 'store'],
    ['src/orders/create.ts', `import { knex } from 'knex';`, 'only types of knex'],
    [
      'src/kernel/temporal/worker.ts',
      `import { qr } from '../../../workflows/orders';`,
      'workflows',
    ],
    ['src/shop/till.ts', '', 'no import rule'],
  ])('rejects %s with %p', (file, text, fault) => {
    expect(faultsOf(file, text)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['src/kernel/rules/money.ts', `import { Problem } from './problem';`],
    ['src/kernel/rules/money.ts', `import { x } from '../../orders/rules/callback';`],
    ['src/orders/create.ts', `import { x } from '../ledger/store/balances';`],
    ['src/exceptions/resolve.ts', `import { x } from '../orders/store/orders';`],
    ['src/orders/pages/view.ts', `import { x } from '../../exceptions/pages/links';`],
    ['src/platform/crypto/vault.ts', `import type { EncryptionKey } from '../../config';`],
    ['src/migrations/1.ts', `import type { Knex } from 'knex';`],
    ['workflows/orders.ts', `import type { Activities } from '../activities';`],
    ['workflows/orders.ts', `import { condition } from '@temporalio/workflow';`],
    ['src/kernel/outbox/relay.ts', `import { qrPayment } from '../../../workflows/contract';`],
    ['src/orders/create.ts', `import type { Knex } from 'knex';`],
    ['src/main.ts', `import { runCommandLine } from './command-line';`],
    ['src/kernel/rules/money.ts', `// import { z } from 'zod';`],
  ])('accepts %s with %p', (file, text) => {
    expect(faultsOf(file, text)).toEqual([]);
  });
});

describe('a naming rule', () => {
  it.each([
    ['src/platform/log.ts', 'x'.repeat(101), '101 columns'],
    ['src/platform/log.ts', `// ${'TO'}${'DO'} later`, 'holds a'],
    ['src/platform/log.ts', `// ${'='.repeat(20)}`, 'banner'],
    [
      'src/platform/log.ts',
      `import * as a from './a';\nimport type { A } from './a';`,
      'more than once',
    ],
    ['src/platform/string-utils.ts', '', 'file name'],
    ['src/platform/log.ts', `export ${'function'} handlePayment() {}`, 'handlePayment'],
    ['src/platform/log.ts', `export ${'class'} PaymentService {}`, 'PaymentService'],
    ['src/platform/log.ts', `const home = ${'process'}.env.HOME;`, 'process.env'],
    ['src/platform/log.ts', `const { env } = ${'process'};`, 'process.env'],
    ['src/platform/log.ts', `import { env } from 'node:process';`, 'process.env'],
    ['src/http/app.ts', 'sql`insert into orders values (1)`', 'SQL outside a store'],
    ['src/orders/store/orders.ts', 'sql`update orders set late = true, status = ?`', 'the status'],
    ['src/orders/store/orders.ts', `await trx('orders').insert({ id });`, 'of Knex'],
    ['src/orders/store/orders.ts', 'await trx(tables[realm].people).delete();', 'of Knex'],
    ['src/orders/store/orders.ts', `await lock.raw('select 1');`, 'of Knex'],
    ['src/orders/store/orders.ts', `orders.whereRaw('id = ?', [id]);`, 'of Knex'],
    ['src/platform/postgres/migrate.ts', `await db.schema.hasTable('orders');`, 'of Knex'],
    ['src/orders/pay.ts', 'let rows: Knex.QueryBuilder;', 'of Knex'],
    ['activities/settle.ts', 'await send().catch(() => {});', 'swallows'],
    ['src/orders/store/lock.ts', `if (order.kind === 'refund') lock();`, 'compares an order kind'],
    ['src/orders/pages/list.ts', `switch (kind) { case 'deposit': }`, 'compares an order kind'],
  ])('rejects %s with %p', (file, text, fault) => {
    expect(faultsOf(file, text)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['src/config.ts', `const home = ${'process'}.env.HOME;`],
    ['src/orders/store/write-transition.ts', 'sql`update orders set status = ?`'],
    ['src/migrations/0001-x.ts', `await knex.raw('select 1');`],
    ['src/orders/store/orders.ts', 'run(db, null, sql`select ${raw(columns)} from orders`);'],
    ['src/orders/rules/kinds/refund.ts', `if (kind === 'refund') pay();`],
    ['src/providers/connectors/client.ts', `switch (asked.kind) { case 'payout': case 'refund': }`],
    ['src/orders/store/orders.ts', 'sql`update orders set late = true where status = ?`'],
    ['src/platform/log.ts', `// ${'process'}.env is read elsewhere`],
    ['src/platform/log.ts', `// https://example.com/${'x'.repeat(100)}`],
  ])('accepts %s with %p', (file, text) => {
    expect(faultsOf(file, text)).toEqual([]);
  });
});
