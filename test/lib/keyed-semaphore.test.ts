import { KeyedSemaphore } from '../../src/lib/keyed-semaphore';

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
});
