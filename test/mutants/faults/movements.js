const scenarios = 'test/api/callbacks/movements.test.ts';

module.exports = [
  {
    file: 'src/domain/movement.ts',
    tests: ['test/domain/callback.test.ts'],
    faults: [
      {
        what: 'another amount for a known movement is the same movement',
        find: "return isSame ? { kind: 'same', movement, names } : { kind: 'differs', movement };",
        replace: "return { kind: 'same', movement, names };",
      },
      {
        what: 'another payer is not another movement',
        find: 'return otherPayer || otherTime;',
        replace: 'return otherTime;',
      },
      {
        what: 'another time is not another movement',
        find: 'return otherPayer || otherTime;\n}',
        replace: 'return otherPayer;\n}',
      },
      {
        what: 'digests under different keys are another payer',
        find: 'keyOf(known.payer) === keyOf(payer) &&',
        replace: '',
      },
      {
        what: 'a success without details after a short payment is a movement',
        find: "return again === undefined ? { kind: 'hint' }",
        replace: "return again === undefined ? { kind: 'new' }",
      },
    ],
  },
  {
    file: 'src/domain/interpret-money.ts',
    tests: ['test/domain/callback.test.ts'],
    faults: [
      {
        what: 'an id of another order credits this order, too',
        find: 'if (callback.isElsewhere) return bookedForOtherOrder;',
        replace: '',
      },
      {
        what: 'movements of an order have no bound',
        find: 'return order.movements.length < MOVEMENTS_MAX\n        ?',
        replace: 'return order.movements.length >= 0\n        ?',
      },
    ],
  },
  {
    file: 'src/domain/postings.ts',
    tests: ['test/domain/callback.test.ts', scenarios],
    faults: [
      {
        what: 'what was left open settles with the whole amount again',
        find: 'const dueSatang = order.amountSatang - order.creditedSatang;',
        replace: 'const dueSatang = order.amountSatang;',
      },
      {
        what: 'a correction posts the same again',
        find: '({ kind: `undo_${kind}`, amountSatang }) as const',
        replace: '({ kind, amountSatang }) as const as never',
      },
    ],
  },
  {
    file: 'src/domain/interpret-payout.ts',
    tests: ['test/domain/callback.test.ts'],
    faults: [
      {
        what: 'a hold is freed although some of it left',
        find: 'if (left !== undefined) return { ...conflict, about: left };',
        replace: '',
      },
      {
        what: 'a second payout changes nothing',
        find: 'if (order.movements.some(({ isDismissed }) => !isDismissed)) return second;',
        replace: 'if (order.movements.some(({ isDismissed }) => !isDismissed)) return noChange;',
      },
    ],
  },
  {
    file: 'src/domain/resolution.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'a chargeback leaves what can be refunded',
        find: "reversedSatang: Math.min(sumOf(parts, 'charge') + sumOf(parts, 'absorb'), most),",
        replace: 'reversedSatang: 0 * most,',
      },
      {
        what: 'a refund that came back keeps its room taken',
        find: 'const refundingSatang = reducesPayment ? -backSatang : 0;',
        replace: 'const refundingSatang = 0;',
      },
      {
        what: 'a failed refund whose money left takes no room',
        find: 'reversedSatang, refundingSatang: reducesPayment ? reversedSatang : 0 };',
        replace: 'reversedSatang, refundingSatang: 0 };',
      },
      {
        what: 'a short payment accepted as paid in full stays pending',
        find: "return isWhole || rest === 'paid_in_full' ? 'pay' : null;",
        replace: "return isWhole ? 'pay' : null;",
      },
    ],
  },
  {
    file: 'src/domain/exception.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'the parts of a resolution may be more than is in question',
        find: 'return exactly ? sum === satang : sum <= satang;',
        replace: 'return exactly ? sum === satang : true;',
      },
      {
        what: 'money in suspense may be resolved in part',
        find: 'return exactly ? sum === satang : sum <= satang;\n  });',
        replace: 'return sum <= satang;\n  });',
        also: ['test/commands/exceptions.test.ts'],
      },
      {
        what: 'a hold may be left when what left beyond it is resolved',
        find: 'if (used.length === 0) return !exactly;',
        replace: 'if (used.length === 0) return true;',
      },
    ],
  },
  {
    file: 'src/application/payments/refund-terms.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'what was reversed can be refunded',
        find: 'creditedSatang - reversedSatang - refundingSatang;',
        replace: 'creditedSatang - refundingSatang + 0 * reversedSatang;',
      },
    ],
  },
  {
    file: 'src/db/orders/pending-callbacks.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'the id of another order is not looked up',
        find: 'and holder.order_id is distinct from ${orderId} as "isElsewhere"',
        replace: 'and ${orderId}::text is null as "isElsewhere"',
      },
      {
        what: 'money of one payer is taken for another’s payment',
        find: 'coalesce(movements.payer_digest = pending.payer_digest, true)',
        replace: 'true',
      },
    ],
  },
  {
    file: 'src/db/orders/write-transition.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'contradictions open an exception each',
        find: 'and open.resolved_at is null and open.amount_satang is null',
        replace: 'and open.resolved_at is null and open.amount_satang = -1',
      },
    ],
  },
  {
    file: 'src/domain/reconciliation.ts',
    tests: ['test/commands/reconcile.test.ts'],
    faults: [
      {
        what: 'a line that names another order agrees',
        find: "if (!isAssigned && own.orderId !== order?.id) return 'wrong_order';",
        replace: '',
      },
      {
        what: 'a movement that nothing books agrees',
        find: "if (own === null || own.bookedSatang === 0) return 'missing';",
        replace: "if (own === null) return 'missing';",
      },
      {
        what: 'a booking without an id is not missed',
        find: '? unnamed.has(own)',
        replace: '? false && unnamed.has(own)',
      },
    ],
  },
];
