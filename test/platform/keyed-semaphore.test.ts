import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';

describe('keyed semaphore', () => {
  it('limits each key on its own and counts rejections until a release', () => {
    const slots = new KeyedSemaphore(2);
    const release = slots.acquire('a');
    expect(slots.acquire('a')).not.toBeNull();
    expect(slots.acquire('b')).not.toBeNull();
    expect([slots.acquire('a'), slots.acquire('a')]).toEqual([null, null]);
    expect([slots.held('a'), slots.rejected('a')]).toEqual([2, 2]);
    release?.();
    expect([slots.held('a'), slots.rejected('a')]).toEqual([1, 0]);
    expect(slots.acquire('a')).not.toBeNull();
    expect(slots.acquire('a')).toBeNull();
  });

  it('ignores a second release of a slot', () => {
    const slots = new KeyedSemaphore(1);
    const release = slots.acquire('a');
    release?.();
    const next = slots.acquire('a');
    release?.();
    expect([next === null, slots.acquire('a')]).toEqual([false, null]);
  });

  it('gives a released slot to the one who has waited longest', async () => {
    const slots = new KeyedSemaphore(1);
    const release = slots.acquire('a');
    const got: string[] = [];
    const wait = async (name: string) => {
      const slot = await slots.acquireWithin('a', 60_000);
      got.push(name);
      return slot;
    };
    const [first, second] = [wait('first'), wait('second')];
    release?.();
    release?.();
    (await first)?.();
    expect(slots.held('a')).toBe(1);
    (await second)?.();
    expect([got, slots.held('a')]).toEqual([['first', 'second'], 0]);
  });

  it('gives no slot to a caller whose wait has timed out', async () => {
    const slots = new KeyedSemaphore(1);
    const release = slots.acquire('a');
    expect(await slots.acquireWithin('a', 1)).toBeNull();
    release?.();
    expect([slots.held('a'), slots.acquire('a') === null]).toEqual([0, false]);
  });
});
