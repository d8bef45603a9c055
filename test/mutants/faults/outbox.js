const dispatcher = ['test/kernel/outbox/outbox-relay.test.ts'];

module.exports = [
  {
    file: 'src/kernel/outbox/store/messages.ts',
    tests: dispatcher,
    faults: [
      {
        what: 'a row of another process is claimed before it is visible',
        find: "where topic <> 'callback' and visible_at <= now()",
        replace: "where topic <> 'callback'",
      },
      {
        what: 'a process waits for callbacks that another process has locked',
        find:
          "select id from outbox_messages where topic = 'callback' and visible_at <= now()\n " +
          '      order by visible_at limit ${limit} for update skip locked',
        replace:
          "select id from outbox_messages where topic = 'callback' and visible_at <= now()\n " +
          '      order by visible_at limit ${limit}',
      },
      {
        what: 'a process waits for starts that another process has locked',
        find: '${othersMax})\n       for update skip locked',
        replace: '${othersMax})',
      },
      {
        what: 'a claimed row stays visible to others',
        find: "set visible_at = now() + interval '10 seconds'",
        replace: 'set visible_at = now()',
      },
      {
        what: 'a dispatched row is not deleted',
        find: 'delete from outbox_messages where id = any(array(select unnest(${ids}::bigint[])))',
        replace: 'select ${ids}::bigint[]',
      },
      {
        what: 'released rows stay invisible',
        find: 'update outbox_messages set visible_at = now() where id = any(${ids}::bigint[])',
        replace:
          'update outbox_messages set visible_at = visible_at where id = any(${ids}::bigint[])',
      },
    ],
  },
  {
    file: 'src/kernel/outbox/outbox-relay.ts',
    tests: dispatcher,
    faults: [
      {
        what: 'a row that Temporal rejected is deleted',
        find: '      this.failed(dispatch, error);',
        replace:
          '      this.told.push(dispatch.id);\n      this.failed(dispatch, error);\n ' +
          '     this.scheduleRemoval();',
      },
      {
        what: 'orders that the sweeper wakes are dispatched as callbacks',
        find: "topic === 'callback' && detail.callbackId !== SWEEP",
        replace: "topic === 'callback' && detail.callbackId !== ''",
      },
      {
        what: 'a start that times out pauses callbacks',
        find: "laneOf(dispatch) === 'others' && hasCode(error, BUSY)",
        replace: 'false',
      },
      {
        what: 'callbacks have no priority',
        find: 'this.nextCallback() ?? this.nextOther()',
        replace: 'this.nextOther() ?? this.nextCallback()',
      },
      {
        what: 'calls do not pause while Temporal is unavailable',
        find: 'const AWAY = new Set([1, 4, 8, 14]);',
        replace: 'const AWAY = new Set<number>([]);',
      },
      {
        what: 'rows of this process are dispatched after their claim has expired',
        find: 'if (next.untilMs > Date.now()) void',
        replace: 'void',
      },
      {
        what: 'rows are not released when the process stops',
        find: "    this.release(['callbacks', 'others']);\n    await this.writing;",
        replace: '    await this.writing;',
      },
      {
        what: 'rows of a dead writer are not polled',
        find: '    this.later(() => this.poll(), POLL_MS);\n  }',
        replace: '  }',
      },
      {
        what: 'starts use all calls in flight',
        find: "const mayCall = this.otherCalls < OTHERS_MAX && !this.paused('others');",
        replace: "const mayCall = !this.paused('others');",
      },
    ],
  },
  {
    file: 'src/kernel/outbox/dispatch-message.ts',
    tests: ['test/kernel/temporal/connection.test.ts', 'test/kernel/outbox/overdue.test.ts'],
    faults: [
      {
        what: 'overdue orders precede open ones in the queue',
        find: '      priority: priority(deadline),\n',
        replace: '      priority: priority(),\n',
      },
      {
        what: 'a start after its callback starts the order again',
        find: "workflowIdReusePolicy: 'REJECT_DUPLICATE',",
        replace: "workflowIdReusePolicy: 'ALLOW_DUPLICATE',",
      },
      {
        what: 'a second start of an order throws',
        find: 'if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;',
        replace: 'throw error;',
      },
    ],
  },
  {
    file: 'src/kernel/outbox/store/sweep.ts',
    tests: ['test/kernel/outbox/sweep.test.ts'],
    faults: [
      {
        what: 'an overdue callback is not swept',
        find: "received_at < now() - interval '${raw(CALLBACK_OVERDUE)}'",
        replace: "received_at > now() - interval '${raw(CALLBACK_OVERDUE)}'",
      },
      {
        what: 'an overdue deadline is not swept',
        find: "where status = 'pending' and expires_at < now()",
        replace: "where status = 'failed' and expires_at < now()",
      },
      {
        what: 'an overdue provider request is not swept',
        find: 'where not is_over and not is_manual and not awaits_approval\n',
        replace: 'where is_over and not is_manual and not awaits_approval\n',
      },
      {
        what: 'deliveries of a webhook whose circuit is open are swept',
        find: "and webhooks.cooldown_until > now() - interval '${raw(DELIVERY_OVERDUE)}')",
        replace: 'and false)',
      },
      {
        what: 'rows are swept while the outbox has a backlog',
        find: '       select 1 where not exists (\n',
        replace: '       select 1 where true or not exists (\n',
      },
    ],
  },
  {
    file: 'activities/index.ts',
    tests: ['test/activities/failures.test.ts'],
    faults: [
      {
        what: 'failed attempts of activities are not counted',
        find: 'activityFailures.inc({ activity });',
        replace: '',
      },
    ],
  },
];
