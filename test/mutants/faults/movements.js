const scenarios = 'test/orders/callbacks/api/movements.test.ts';
const evidence = 'test/exceptions/evidence.test.ts';

module.exports = [
  {
    file: 'src/orders/deposit/rules/payer-match.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'two banks are one payer',
        find: 'if (differ(0) === true) return true;',
        replace: '',
      },
      {
        what: 'a masked account is not compared with a whole one',
        find: '?? differ(3) ?? differ(4);',
        replace: ';',
      },
      {
        what: 'names are not compared',
        find: 'return byDigits ?? [5, 6, 7, 8].some((at) => differ(at) === true);',
        replace: 'return byDigits ?? false;',
      },
    ],
  },
  {
    file: 'src/ledger/rules/movement.ts',
    tests: ['test/orders/rules/callback.test.ts'],
    faults: [
      {
        what: 'another amount for a known movement counts as the same amount',
        find: "return isSame ? { kind: 'same', movement, names } : { kind: 'differs', movement };",
        replace: "return { kind: 'same', movement, names };",
      },
      {
        what: 'another payer does not mean another movement',
        find: 'return otherTime || payersDiffer(known.payer, payer);',
        replace: 'return otherTime;',
      },
      {
        what: 'another time does not mean another movement',
        find: 'return otherTime || payersDiffer(known.payer, payer);\n}',
        replace: 'return payersDiffer(known.payer, payer);\n}',
      },
      {
        what: 'a success without details after a short payment is booked',
        find: "return again === undefined ? { kind: 'hint' }",
        replace: "return again === undefined ? { kind: 'new' }",
      },
    ],
  },
  {
    file: 'src/orders/rules/interpret-money.ts',
    tests: ['test/orders/rules/callback.test.ts'],
    faults: [
      {
        what: 'a transaction id of another order is credited to this order too',
        find: 'if (callback.isElsewhere) return bookedForOtherOrder;',
        replace: '',
      },
      {
        what: 'the movements of an order are not limited',
        find: 'return order.movements.length < MOVEMENTS_MAX\n        ?',
        replace: 'return order.movements.length >= 0\n        ?',
      },
    ],
  },
  {
    file: 'src/ledger/rules/postings.ts',
    tests: ['test/orders/rules/callback.test.ts', scenarios],
    faults: [
      {
        what: 'an order left open settles with the whole amount again',
        find: 'order.amountSatang - order.creditedSatang + order',
        replace: 'order.amountSatang + order',
      },
      {
        what: 'money that the bank took back is not due again',
        find: '+ order.reversedSatang + order.refundingSatang;',
        replace: '+ order.refundingSatang;',
        also: [evidence],
      },
      {
        what: 'money that was refunded before the order was paid is not due again',
        find: '+ order.reversedSatang + order.refundingSatang;',
        replace: '+ order.reversedSatang;',
        also: [evidence],
      },
      {
        what: 'a correction posts the resolution again',
        find: '({ kind: `undo_${kind}`, amountSatang }) as const',
        replace: '({ kind, amountSatang }) as const as never',
      },
    ],
  },
  {
    file: 'src/orders/rules/interpret-payout.ts',
    tests: ['test/orders/rules/callback.test.ts'],
    faults: [
      {
        what: 'a hold is released although part of it left',
        find: 'if (about !== null) return { ...conflict, about };',
        replace: '',
      },
      {
        what: 'a second payout is ignored',
        find: 'if (standing(order).length > 0) return second;',
        replace: 'if (standing(order).length > 0) return noChange;',
      },
      {
        what: 'a success without details after the money came back opens no exception',
        find: '&& leftOf(order) >= order.amountSatang;',
        replace: ';',
      },
    ],
  },
  {
    file: 'src/ledger/rules/movement.ts',
    tests: ['test/orders/rules/callback.test.ts'],
    faults: [
      {
        what: 'a success after its reversal was booked opens no exception',
        find: '(isReversed || bookedSatang > 0));',
        replace: 'bookedSatang > 0);',
      },
      {
        what: 'the part of a divided payout that left counts as one that came back',
        find: 'bookedSatang !== amountSatang && (isReversed',
        replace: '(isReversed',
      },
      {
        what: 'a report that contradicts an open exception is a repetition',
        find: 'isInQuestion || (bookedSatang',
        replace: '(bookedSatang',
      },
    ],
  },
  {
    file: 'src/orders/rules/interpret-money.ts',
    tests: ['test/orders/rules/callback.test.ts'],
    faults: [
      {
        what: 'the reversal of a known movement fails a pending order',
        find: 'if (about !== null) return { ...conflict, about };',
        replace: '',
      },
      {
        what: 'a failure without an id ends an order whose money is credited',
        find: 'if (creditOf(order) > 0) return { ...conflict, about: onlyOf(order) };',
        replace: '',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/doubt.ts',
    tests: [evidence],
    faults: [
      {
        what: 'a later report is swallowed by an open exception',
        find: 'last !== undefined && isEqual(last)',
        replace: 'last !== undefined',
      },
      {
        what: 'the parts that a bank took back replace each other',
        find: '(isSuccess || amountSatang === callback.amountSatang) &&',
        replace: 'true &&',
      },
      {
        what: 'the open exceptions of an order are not limited',
        find: 'doubts.length < DOUBTS_MAX',
        replace: 'doubts.length >= 0',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/doubt.ts',
    tests: [evidence],
    faults: [
      {
        what: 'a repetition replaces the report of another transfer',
        find: 'same.filter((one) => !one.isOfAnother)',
        replace: 'same',
      },
    ],
  },
  {
    file: 'src/orders/store/apply-transition.ts',
    tests: [evidence],
    faults: [
      {
        what: 'a report that denies an open exception is a repetition of an earlier one',
        find: '!deniesOpen(doubts, callback, decision) &&',
        replace: '',
      },
      {
        what: 'a repetition of assigned money counts as money of another order',
        find: 'unassigned: null, isElsewhere: false }',
        replace: 'unassigned: null }',
      },
      {
        what: 'a success credits money of an unknown order after its reversal in one transaction',
        find: 'denied.has(id) ? { ...callback, assigns: null }',
        replace: 'denied.has(id) ? callback',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/exception.ts',
    tests: [evidence],
    faults: [
      {
        what: 'a second payout of another amount cannot be charged',
        find: 'const knownSatang = isOfAnother(exception) ? 0 : leftSatang;',
        replace: 'const knownSatang = leftSatang;',
      },
      {
        what: 'money of an unknown order can be assigned after its reversal',
        find: 'movement !== null && movement.takenSatang >= movement.amountSatang',
        replace: 'movement === null',
      },
      {
        what: 'a reversal of the money of another order is charged',
        find: "if (exception.kind === 'duplicate_transaction') return [];",
        replace: '',
      },
      {
        what: 'a charge for a payout is offered with all that was reported',
        find: "...upTo(reportedSatang - knownSatang, 'charge', 'absorb'),",
        replace: "...upTo(reportedSatang, 'charge', 'absorb'),",
      },
    ],
  },
  {
    file: 'src/exceptions/rules/exception.ts',
    tests: [evidence],
    faults: [
      {
        what: 'an exception is resolved before an earlier one about the same movement',
        find: 'if (exception.waitsFor !== null) return [];',
        replace: '',
        also: ['test/exceptions/offered-resolutions.test.ts'],
      },
      {
        what: 'money of an unpaid payment without a link is offered to be refunded',
        find: "const isPaid = order !== null && order.status === 'succeeded';",
        replace: 'const isPaid = order !== null;',
        also: ['test/exceptions/resolve-exception.test.ts'],
      },
      {
        what: 'money in suspense that the bank took back can be accepted',
        find: "if (keptSatang <= 0) return [{ ways: ['return'], ...whole }];",
        replace: '',
      },
      {
        what: 'money in suspense that the bank took back in part can be accepted whole',
        find: "...upTo(keptSatang, ...credits(exception), 'write_off')];",
        replace: '];',
      },
      {
        what: 'money returned because of a report is charged once more',
        find: 'Math.min(reportedSatang, unbookedOf(movement));',
        replace: 'reportedSatang;',
      },
      {
        what: 'a payout is charged again for what has left by the ledger',
        find: "...upTo(reportedSatang - knownSatang, 'charge', 'absorb'),",
        replace: "...upTo(reportedSatang, 'charge', 'absorb'),",
      },
      {
        what: 'a returned part counts as the whole',
        find: 'Math.min(heldSatang, takenSatang)',
        replace: 'heldSatang',
      },
      {
        what: 'a hint credits what has arrived',
        find: 'upTo(reportedSatang - order.arrivedSatang,',
        replace: 'upTo(reportedSatang,',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/resolution.ts',
    tests: [evidence],
    faults: [
      {
        what: 'the correction of a release books no movement',
        find: 'movementId ?? (isIn ? null : aboutId);',
        replace: 'movementId ?? (isIn ? null : null);',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/resolution.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'a chargeback does not reduce the refundable amount',
        find: 'reversalOf(order, { creditedSatang, chargedSatang: chargedBy(parts) }),',
        replace: '0,',
      },
      {
        what: 'a returned refund keeps its share of the payment',
        find: 'refundingSatang: reducesPayment ? changeSatang : 0,',
        replace: 'refundingSatang: reducesPayment ? Math.max(0, changeSatang) : 0,',
      },
      {
        what: 'a failed refund whose money left does not reduce the refundable amount',
        find: 'refundingSatang: reducesPayment ? changeSatang : 0,',
        replace: 'refundingSatang: reducesPayment ? Math.min(0, changeSatang) : 0,',
      },
      {
        what: 'the credit for a failed refund counts as money that left',
        find: "reversedSatang: status === 'failed' ? changeSatang : -changeSatang,",
        replace: 'reversedSatang: Math.abs(changeSatang),',
      },
      {
        what: 'a short payment accepted as paid in full stays pending',
        find: "return isWhole || rest === 'paid_in_full' ? 'pay' : null;",
        replace: "return isWhole ? 'pay' : null;",
      },
    ],
  },
  {
    file: 'src/exceptions/rules/exception.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'the parts of a resolution may exceed the amount in question',
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
        what: 'a share that must be resolved may be omitted',
        find: 'if (used.length === 0) return !exactly;',
        replace: 'if (used.length === 0) return true;',
      },
    ],
  },
  {
    file: 'src/orders/refund/refund-terms.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'a reversed amount can be refunded',
        find: 'creditedSatang - reversedSatang - refundingSatang;',
        replace: 'creditedSatang - refundingSatang + 0 * reversedSatang;',
      },
    ],
  },
  {
    file: 'src/orders/callbacks/store/pending-callbacks.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'the transaction id of another order is not looked up',
        find: 'and holder.order_id is distinct from ${orderId}',
        replace: 'and ${orderId}::text is null',
      },
      {
        what: 'money of one payer is matched with another’s payment',
        find: "is not null or ${mayReport('pending', 'movements')})",
        replace: 'is not null or coalesce(movements.moved_at = pending.paid_at, true))',
      },
      {
        what: 'money of an unknown order that was returned is credited when it is reported again',
        find: 'or decided.id is not null as is_elsewhere',
        replace: 'or (decided.id is not null and false) as is_elsewhere',
      },
    ],
  },
  {
    file: 'src/orders/store/write-transition.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'each contradicting callback opens an exception',
        find: 'where exception_kind is not null and shown_by is null',
        replace: 'where exception_kind is not null',
      },
    ],
  },
  {
    file: 'src/ledger/rules/reconciliation.ts',
    tests: ['test/commands/reconcile.test.ts'],
    faults: [
      {
        what: 'a statement line with another order matches',
        find: ': own.orderId !== order?.id) return',
        replace: ': false) return',
      },
      {
        what: 'a statement line with the order of money that went to another matches',
        find: 'if (isNamed ? isElsewhere(own, order) :',
        replace: 'if (isNamed ? false :',
      },
      {
        what: 'bookings without a transaction id match lines with another sum',
        find: 'if (stated !== booked) continue;',
        replace: '',
      },
      {
        what: 'a movement without a booking matches',
        find: 'if (own === null || own.bookedSatang === 0)',
        replace: 'if (own === null)',
      },
      {
        what: 'a booking without a transaction id is not reported as unlisted',
        find: '(own) => own.isInPeriod && own.bookedSatang > 0',
        replace: '(own) => own.transactionId !== null && own.isInPeriod && own.bookedSatang > 0',
      },
      {
        what: 'a line takes the booking of another account that has its id',
        find: 'shelf.take(named, (own) => kindOf(named.line, named.order, own) === null),',
        replace: 'shelf.take(named, () => true),',
      },
    ],
  },
  {
    file: 'src/ledger/rules/reconciliation.ts',
    tests: ['test/commands/record-finding.test.ts'],
    faults: [
      {
        what: 'a booking that was booked back remains a finding',
        find: 'unlisted.filter((own) => left.get(firstOf(own)) !== 0);',
        replace: 'unlisted;',
      },
    ],
  },
  {
    file: 'src/ledger/rules/statement-evidence.ts',
    tests: ['test/commands/record-finding.test.ts'],
    faults: [
      {
        what: 'a line that takes money back is a transfer for its order',
        find: 'order === null || direction === order.direction;',
        replace: 'true;',
      },
      {
        what: 'a line takes back any of several transfers',
        find: "if (takes === null && others.length > 0) return 'ambiguous';",
        replace: '',
      },
      {
        what: 'two lines that take back parts are one',
        find: 'amountSatang, returnId: transactionId };',
        replace: 'amountSatang, returnId: null };',
      },
    ],
  },
  {
    file: 'src/reports/record-finding.ts',
    tests: ['test/commands/record-finding.test.ts'],
    faults: [
      {
        what: 'a recorded finding has no audit event',
        find: "await recordAuditEvent(deps, trx, audit, 'evidence.recorded', {",
        replace: "await Promise.resolve({ act: 'evidence.recorded',",
      },
      {
        what: 'the audit log of the merchant lacks a recorded finding',
        find: '...(order && { merchant: { id: order.merchantId, detail: shown(report) } }),',
        replace: '',
      },
      {
        what: 'a recorded finding is stored and not applied',
        find: '      await applyPending(trx, order.id);\n',
        replace: '',
      },
      {
        what: 'a recorded finding does not wake its workflow',
        find: 'await enqueueWake(trx, order.id, evidence.id);',
        replace: '',
      },
      {
        what: 'evidence that is known is recorded again',
        find: "return { kind: 'refused', why: 'known' };",
        replace: '',
      },
      {
        what: 'the return of suspended money is recorded beside its exception',
        find: 'const isReturn = order === null && ',
        replace: 'const isReturn = false && ',
      },
    ],
  },
  {
    file: 'src/commands/reconcile.ts',
    tests: ['test/commands/record-finding.test.ts'],
    faults: [
      {
        what: 'a finding is recorded without a reason',
        find: "if (typeof reason !== 'string' || reason.trim() === '') {",
        replace: 'if (false) {',
      },
      {
        what: 'one of several findings of a name is recorded',
        find: 'if (others.length > 0) {',
        replace: 'if (false) {',
      },
    ],
  },
  {
    file: 'src/migrations/0001-baseline/orders.sql',
    tests: [scenarios],
    faults: [
      {
        what: 'a payment accepted with less stays succeeded after its refund in full',
        find: '= coalesce(credited_satang, amount_satang) - reversed_satang',
        replace: '= amount_satang',
        survives:
          'The database of a run is migrated before the fault is planted. In a run of the tests ' +
          'alone, scenario 76 fails.',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/exception.ts',
    tests: ['test/exceptions/offered-resolutions.test.ts'],
    faults: [
      {
        what: 'a reversed duplicate whose money is in suspense can be charged',
        find: 'Math.min(movement?.creditedSatang ?? Infinity, uncharged(order))',
        replace: 'uncharged(order)',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/exception.ts',
    tests: ['test/exceptions/charge-backs.test.ts'],
    faults: [
      {
        what: 'a smaller report of a payout credits more than has left',
        find: 'Math.min(leftSatang - reportedSatang, order.leftSatang)',
        replace: 'order.amountSatang - reportedSatang',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/exception.ts',
    tests: ['test/exceptions/charge-backs.test.ts'],
    faults: [
      {
        what: 'a merchant is charged again for what was charged after a refund',
        find: 'creditedSatang - chargedSatang;',
        replace: 'creditedSatang;',
      },
    ],
  },
  {
    file: 'src/ledger/store/charges.ts',
    tests: ['test/exceptions/charge-backs.test.ts'],
    faults: [
      {
        what: 'an absorbed loss can be charged as well',
        find: ", 'absorb', 'undo_absorb'",
        replace: '',
      },
      {
        what: 'a corrected charge counts as charged',
        find: 'else -posted.amount_satang end',
        replace: 'else 0 end',
      },
      {
        what: 'a second payout of a failed refund reduces the refundable amount',
        find: "least(refund.amount_satang, ${leftOf('refund')})",
        replace: "${leftOf('refund')}",
      },
      {
        what: 'a failed refund that left counts again as far as it was refundable',
        find: "case refund.status when 'failed' then refund.reversed_satang",
        replace: "case refund.status when 'failed' then 0",
      },
      {
        what: 'a refund that came back and was paid out again is refundable again',
        find: "and refund.status in ('succeeded', 'failed')",
        replace: "and refund.status = 'failed'",
      },
      {
        what: 'the credit of a returned payout leaves its amount with the payer',
        find: '`${charges}, ${credits}`',
        replace: 'charges',
      },
    ],
  },
  {
    file: 'src/orders/refund/store/refunds.ts',
    tests: ['test/exceptions/charge-backs.test.ts'],
    faults: [
      {
        what: 'money charged back during a refund is refundable after the refund has failed',
        find: "${chargedOf('orders.id')} + ",
        replace: 'reversed_satang + ',
      },
      {
        what: 'money that a failed refund paid out is refundable after another refund has failed',
        find: " + ${lostOf('orders.id')},",
        replace: ',',
      },
    ],
  },
  {
    file: 'src/exceptions/correct-exception.ts',
    tests: ['test/exceptions/charge-backs.test.ts'],
    faults: [
      {
        what: 'money that is on its way to the payer can be returned again after a correction',
        find: 'await demandFailedRefund(trx, resolution);',
        replace: '',
        also: ['test/exceptions/resolve-exception.test.ts'],
      },
      {
        what: 'a correction takes a credit that was charged back already',
        find: 'demandCovered(order, reversal);',
        replace: '',
      },
      {
        what: 'a correction credits more of a payout than has left',
        find: 'order.leftSatang + changes(transfers).provider_clearing >= 0',
        replace: 'order.leftSatang >= 0',
      },
    ],
  },
  {
    file: 'src/ledger/store/movements.ts',
    tests: ['test/exceptions/resolve-exception.test.ts'],
    faults: [
      {
        what: 'the assignment of money by the provider has no correction',
        find: "and exceptions.kind <> 'unknown_order') as opened",
        replace: ') as opened',
      },
      {
        what: 'money that was taken from an order keeps it in its exception',
        find: 'update exceptions set order_id = null, merchant_id = null from reverted',
        replace: 'update exceptions set order_id = order_id from reverted',
      },
      {
        what: 'money of an unknown order is booked although an operator has decided about it',
        find: 'case when movements.n = 1 and exceptions.n = 1 then 0',
        replace: 'case when movements.n <= 1 and exceptions.n <= 1 then 0',
      },
    ],
  },
  {
    file: 'src/exceptions/rules/exception.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'assigned money of an unknown order may be divided',
        find: 'if (isDivided && exception.suspendedSatang > 0) return false;',
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/callbacks/store/callbacks.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'money of an unknown order is new again after its assignment',
        find: 'where earlier.order_id is null and movements.order_id is not null',
        replace: 'where earlier.order_id is null and movements.order_id is null',
      },
    ],
  },
  {
    file: 'src/ledger/store/movements.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'digests under different keys mean different payers of an unknown order',
        find: 'raw(`(not payers_differ(${movement}.payer_digest, ${callback}.payer_digest)',
        replace: 'raw(`(${movement}.payer_digest = ${callback}.payer_digest',
      },
    ],
  },
  {
    file: 'src/orders/callbacks/store/pending-callbacks.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'a second return in the same words is a repetition',
        find: 'and not exists (\n         select from movements\n         join transfers',
        replace: 'and true or exists (\n         select from movements\n         join transfers',
      },
      {
        what: 'a report is no repetition after its own exception was resolved',
        find: 'select max(resolved_at) from exceptions',
        replace: 'select max(opened_at) from exceptions',
      },
    ],
  },
  {
    file: 'src/orders/rules/interpret-payout.ts',
    tests: [scenarios],
    faults: [
      {
        what: 'a second failure of a payout that left is a repetition',
        find: 'return isKnown ? noChange : { ...conflict, about };',
        replace: 'return noChange;',
      },
    ],
  },
  {
    file: 'src/ledger/store/reconciliation.ts',
    tests: ['test/commands/reconcile.test.ts'],
    faults: [
      {
        what: 'a statement is compared with the movements at every account',
        find: 'and account = coalesce(${accountId}, account)',
        replace: 'and ${accountId}::text is not distinct from ${accountId}::text',
      },
    ],
  },
  {
    file: 'src/exceptions/change-owner.ts',
    tests: ['test/exceptions/pages/exceptions.test.ts'],
    faults: [
      {
        what: 'an operator takes an exception that another one took meanwhile',
        find: 'exception.resolved !== null || exception.ownerId !== before',
        replace: 'exception.resolved !== null',
      },
      {
        what: 'a resolved exception changes its owner',
        find: 'exception.resolved !== null || exception.ownerId !== before',
        replace: 'exception.ownerId !== before',
      },
    ],
  },
];
