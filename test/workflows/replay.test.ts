import { Worker, type ReplayResult, type WorkflowBundleOption } from '@temporalio/worker';
import { MainThreadWorker } from '../../src/kernel/temporal/main-thread-worker';
import { NEXT, savedHistories, releasedHistories, type SavedHistory } from '../support/histories';
import { testServers } from '../support/servers';
import { logTemporal } from '../support/temporal-logs';
import { bundleWithPlant, type Plant } from './bundle-with-plant';
import { historyName, paths, type WorkflowType } from './paths';

// Replays fail on purpose.
beforeAll(() => logTemporal('ERROR'));

const histories = savedHistories();
const expected = Object.entries(paths).flatMap(([type, each]) =>
  each.map((path) => ({ type, name: historyName(type, path) })),
);

/** The labels of histories that fail to replay on these workflows, with the error. */
async function broken(
  workflowBundle: WorkflowBundleOption,
  kept: readonly SavedHistory[],
  worker: typeof Worker = MainThreadWorker,
): Promise<ReadonlyMap<string, string>> {
  const source = kept.map(({ label, read }) => ({ workflowId: label, history: read() }));
  const failures = new Map<string, string>();
  const results: AsyncIterable<ReplayResult> = worker.runReplayHistories(
    { workflowBundle },
    source,
  );
  for await (const { workflowId, error } of results) {
    if (error !== undefined) failures.set(workflowId, error.name);
  }
  return failures;
}

describe('the kept histories', () => {
  it('of released versions are unchanged', () => {
    const released = Object.fromEntries(Object.keys(releasedHistories()).map((key) => [key, {}]));
    for (const { version, name, sha256 } of histories) {
      if (version === NEXT) continue;
      released[version] = { ...released[version], [name]: sha256 };
    }
    expect(released).toEqual(releasedHistories());
  });

  it('cover every path of every workflow', () => {
    const names = new Set(histories.map(({ name }) => name));
    expect([...names].toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
  });

  it.each(histories.map((history) => [history.label, history] as const))(
    'are of the workflow in their name: %s',
    (_label, { name, read }) => {
      const { events } = read() as {
        readonly events: readonly {
          readonly workflowExecutionStartedEventAttributes?: {
            readonly workflowType: { readonly name: string };
          };
        }[];
      };
      const type = events[0]?.workflowExecutionStartedEventAttributes?.workflowType.name;
      expect(type).toBe(expected.find((each) => each.name === name)?.type);
    },
  );
});

test.each([
  ['', MainThreadWorker],
  [' with WORKFLOW_TRACES', Worker],
])("every workflow started by earlier code continues in today's code%s", async (_, worker) => {
  const workflowBundle = { codePath: testServers().workflowBundlePath };
  expect(await broken(workflowBundle, histories, worker)).toEqual(new Map());
});

/** A forbidden change, and the workflow types that it would break. */
interface Trap extends Plant {
  readonly breaks: readonly WorkflowType[];
}

const traps: Readonly<Record<string, Trap>> = {
  'a timer before the first activity': {
    file: 'orders.ts',
    edits: [['  for (;;) {', '  await condition(() => false, 1);\n  for (;;) {']],
    breaks: [
      'deposit',
      'inquiredDeposit',
      'inquiredPayment',
      'qrPayment',
      'refund',
      'tokenPayment',
      'withdrawal',
    ],
  },
  'a removed activity': {
    file: 'housekeeping.ts',
    edits: [['of HOUSEKEEPING)', 'of HOUSEKEEPING.slice(1))']],
    breaks: ['housekeeping'],
  },
  'an activity replaced by a constant': {
    file: 'mail.ts',
    edits: [['return sendMail(mailId);', "return 'sent';"]],
    breaks: ['mail'],
  },
  'an audit without its activity': {
    file: 'audit.ts',
    edits: [['return runAudit();', 'return 0;']],
    breaks: ['audit'],
  },
  'a removed timer': {
    file: 'webhook-replay.ts',
    edits: [["await sleep(PAUSE, { summary: 'Pause between batches' });", '']],
    breaks: ['webhookReplay'],
  },
  'an attempt that is no longer a local activity': {
    file: 'webhook-delivery.ts',
    edits: [['(await attemptAtOnce(deliveryId, wantedNow)) ??', '']],
    breaks: ['webhookDelivery'],
  },
};

describe('a history detects a change that breaks running workflows', () => {
  it('of every workflow type', () => {
    const types = Object.values(traps).flatMap(({ breaks }) => breaks);
    expect(types.toSorted()).toEqual(Object.keys(paths).toSorted());
  });

  it.each(Object.entries(traps))('%s', async (_change, trap) => {
    const found = await broken(await bundleWithPlant(trap), histories);
    const types = [...found.keys()].map((label) => {
      const name = label.slice(label.indexOf('/') + 1);
      return expected.find((each) => each.name === name)?.type;
    });
    expect(new Set(types)).toEqual(new Set(trap.breaks));
    expect(new Set(found.values())).toEqual(new Set(['DeterminismViolationError']));
  });
});
