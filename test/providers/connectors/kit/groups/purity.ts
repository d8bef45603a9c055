import { createHook } from 'node:async_hooks';
import fs from 'node:fs';
import { callbackOf } from '../callback';
import type { Group, Kit } from '../check';
import type { CallbackCase, Callbacks } from '../subject';

export const purity: Group = {
  title: 'purity of callbacks',
  checks(kit) {
    const all = kit.subject.callbacks;
    if (all === null) return [];
    return all.cases.map((one) => ({
      title: `${one.title} is verified and read without I/O`,
      run: () => expect(resourcesOf(() => readOnce(kit, all, one))).toEqual([]),
    }));
  },
};

function readOnce({ connector, subject }: Kit, all: Callbacks<object>, one: CallbackCase): void {
  const account = all.accountWith([all.secret]);
  const raw = callbackOf(all, one, { receivedAt: subject.now });
  connector.verifyCallback(raw, account);
  connector.readCallback(raw, account);
  connector.readPayer(raw.body.toString());
  connector.replyTo?.(raw, { kind: 'stored', callbackId: 'cb_1' });
}

/** The sockets, timers, promises and files that a synchronous function opens. */
function resourcesOf(run: () => void): string[] {
  // Lazy modules are loaded at the first call.
  run();
  const opened: string[] = [];
  const hook = createHook({ init: (_id, type) => void opened.push(type) });
  const files = (['openSync', 'readFileSync', 'statSync'] as const).map((name) =>
    jest.spyOn(fs, name).mockImplementation((): never => {
      opened.push(name);
      throw new Error(`${name} is I/O`);
    }),
  );
  hook.enable();
  try {
    run();
  } finally {
    hook.disable();
    for (const file of files) file.mockRestore();
  }
  return opened;
}
