import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../../kernel/rules/problem';

type Picture = string | Buffer;

/** `name` is the cache key. */
export type Draw = (name: string, render: () => Picture | Promise<Picture>) => Promise<Picture>;

/** As a multiple of a rendering's duration: rendering takes a quarter of the event loop at most. */
const PAUSE_FACTOR = 3;
/** At about 30 ms each, the last rendering waits two seconds. */
const QUEUED_MAX = 64;
/** A few kilobytes each. */
const CACHED_MAX = 1_000;

/**
 * Renders one image at a time, with a pause after each, because a rendering blocks the event loop
 * for some milliseconds. Caches the results. Concurrent requests for one name share a rendering.
 * Calls `count` before each rendering. Throws Problem `unavailable` when the queue is full.
 */
export function createDrawings(): (count: () => void) => Draw {
  /** In the order of insertion, oldest first. */
  const cache = new Map<string, Promise<Picture>>();
  let queued = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function enqueue(render: Parameters<Draw>[1]): Promise<Picture> {
    if (queued >= QUEUED_MAX) throw new Problem('unavailable');
    queued += 1;
    const before = last;
    let pauseMs = 0;
    const drawing = before.then(async () => {
      queued -= 1;
      const startedMs = performance.now();
      try {
        return await render();
      } finally {
        pauseMs = PAUSE_FACTOR * (performance.now() - startedMs);
      }
    });
    last = drawing.then(
      () => pause(pauseMs),
      () => pause(pauseMs),
    );
    return drawing;
  }

  function keep(name: string, picture: Promise<Picture>): void {
    cache.set(name, picture);
    const [oldest = name] = cache.keys();
    if (cache.size > CACHED_MAX) cache.delete(oldest);
  }

  return (count) => async (name, render) => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    count();
    const picture = enqueue(render);
    keep(name, picture);
    // All requests that share the promise get the error. The next request renders again.
    picture.catch(() => cache.delete(name));
    return picture;
  };
}
