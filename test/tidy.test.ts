import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { faultsOf, importCircles } from './support/tidy-rules';

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
      expect.arrayContaining(['src/config.ts', 'src/domain/orders/machine.ts', 'scripts/test.mjs']),
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
    ['src/domain/money.ts', `import { newId } from '../lib/new-id';`, 'may not import src/lib'],
    ['src/domain/money.ts', `import { z } from 'zod';`, 'may not import zod'],
    ['src/domain/money.ts', `import fs from 'node:fs';`, 'may not import node:fs'],
    ['src/http/app.ts', `import { x } from '../db/orders';`, 'may not import src/db'],
    ['src/api/a/b.ts', `import type { X } from '../../db/orders';`, 'types of src/db'],
    ['src/db/orders/orders.ts', `export { x } from '../../application/create';`, 'src/application'],
    [
      'src/db/orders/orders.ts',
      `const x = await import('../../http/app');`,
      'may not import src/http',
    ],
    ['src/db/orders/orders.ts', `let x: typeof import('../../http/app');`, 'types of src/http'],
    ['src/lib/log.ts', `import { readConfig } from '../config';`, 'may not import src/config'],
    ['src/db/migrations/1.ts', `import { pay } from '../../domain/payment';`, 'src/domain'],
    ['src/db/migrations/1.ts', `import { knex } from 'knex';`, 'may not import knex'],
    ['workflows/orders.ts', `import { create } from '../activities';`, 'activities'],
    ['workflows/orders.ts', `import { Client } from '@temporalio/client';`, 'client'],
    ['workflows/orders.ts', `import {\n  a,\n  b,\n} from '../src/db/orders/orders';`, 'src/db'],
    ['src/application/create.ts', `import { knex } from 'knex';`, 'only types of knex'],
    ['src/temporal/worker.ts', `import { qr } from '../../workflows/orders';`, 'workflows'],
    ['src/shop/till.ts', '', 'no import rule'],
  ])('rejects %s with %p', (file, text, fault) => {
    expect(faultsOf(file, text)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['src/domain/money.ts', `import { Problem } from './problem';`],
    ['src/lib/vault.ts', `import type { EncryptionKey } from '../config';`],
    ['src/db/migrations/1.ts', `import type { Knex } from 'knex';`],
    ['workflows/orders.ts', `import type { Activities } from '../activities';`],
    ['workflows/orders.ts', `import { condition } from '@temporalio/workflow';`],
    ['src/temporal/outbox-relay.ts', `import { qrPayment } from '../../workflows/contract';`],
    ['src/application/create.ts', `import type { Knex } from 'knex';`],
    ['src/main.ts', `import { createApp } from './http/app';`],
    ['src/domain/money.ts', `// import { z } from 'zod';`],
  ])('accepts %s with %p', (file, text) => {
    expect(faultsOf(file, text)).toEqual([]);
  });
});

describe('a naming rule', () => {
  it.each([
    ['src/lib/log.ts', 'x'.repeat(101), '101 columns'],
    ['src/lib/log.ts', `// ${'TO'}${'DO'} later`, 'holds a'],
    ['src/lib/log.ts', `// ${'='.repeat(20)}`, 'banner'],
    [
      'src/lib/log.ts',
      `import * as a from './a';\nimport type { A } from './a';`,
      'more than once',
    ],
    ['src/lib/string-utils.ts', '', 'file name'],
    ['src/lib/log.ts', `export ${'function'} handlePayment() {}`, 'handlePayment'],
    ['src/lib/log.ts', `export ${'class'} PaymentService {}`, 'PaymentService'],
    ['src/lib/log.ts', `const home = ${'process'}.env.HOME;`, 'process.env'],
    ['src/lib/log.ts', `const { env } = ${'process'};`, 'process.env'],
    ['src/lib/log.ts', `import { env } from 'node:process';`, 'process.env'],
    ['src/http/app.ts', 'sql`insert into orders values (1)`', 'SQL outside src/db'],
    ['src/db/orders/orders.ts', 'sql`update orders set late = true, status = ?`', 'the status'],
    ['src/db/orders/orders.ts', `await trx('orders').insert({ id });`, 'of Knex'],
    ['src/db/orders/orders.ts', 'await trx(tables[realm].people).delete();', 'of Knex'],
    ['src/db/orders/orders.ts', `await lock.raw('select 1');`, 'of Knex'],
    ['src/db/orders/orders.ts', `orders.whereRaw('id = ?', [id]);`, 'of Knex'],
    ['src/db/postgres/migrate.ts', `await db.schema.hasTable('orders');`, 'of Knex'],
    ['src/application/pay.ts', 'let rows: Knex.QueryBuilder;', 'of Knex'],
    ['activities/settle.ts', 'await send().catch(() => {});', 'swallows'],
    ['src/db/orders/lock.ts', `if (order.kind === 'refund') lock();`, 'compares an order kind'],
    ['src/web/list.ts', `switch (kind) { case 'deposit': }`, 'compares an order kind'],
  ])('rejects %s with %p', (file, text, fault) => {
    expect(faultsOf(file, text)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['src/config.ts', `const home = ${'process'}.env.HOME;`],
    ['src/db/orders/write-transition.ts', 'sql`update orders set status = ?`'],
    ['src/db/migrations/0001-x.ts', `await knex.raw('select 1');`],
    ['src/db/orders/orders.ts', 'run(db, null, sql`select ${raw(columns)} from orders`);'],
    ['src/domain/orders/refund.ts', `if (kind === 'refund') pay();`],
    ['src/providers/client.ts', `switch (asked.kind) { case 'payout': case 'refund': }`],
    ['src/db/orders/orders.ts', 'sql`update orders set late = true where status = ?`'],
    ['src/lib/log.ts', `// ${'process'}.env is read elsewhere`],
    ['src/lib/log.ts', `// https://example.com/${'x'.repeat(100)}`],
  ])('accepts %s with %p', (file, text) => {
    expect(faultsOf(file, text)).toEqual([]);
  });
});
