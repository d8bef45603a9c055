import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../../domain/problem';

type Picture = string | Buffer;

/** Draws a picture, or gives the one that is kept under that name. */
export type Draw = (name: string, render: () => Picture) => Promise<Picture>;

/** After each drawing as many times its duration go to other work: a quarter is for drawing. */
const REST_FACTOR = 3;
/** Drawings that wait for their turn; at some 30 ms each, for two seconds. */
const WAITING_MAX = 64;
/** Pictures that are kept, of at most a few kilobytes each. */
const KEPT_MAX = 1_000;

/**
 * Drawing a QR code takes the process some milliseconds, in which it answers nothing else. So codes
 * are drawn one at a time with pauses between them, and kept: the same picture is drawn once.
 * `count` is called before each drawing. Throws Problem `unavailable` when too many wait.
 */
export function createDrawings(): (count: () => Promise<void>) => Draw {
  /** The oldest first. */
  const kept = new Map<string, Promise<Picture>>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function inTurn(render: () => Picture): Promise<Picture> {
    if (waiting >= WAITING_MAX) throw new Problem('unavailable');
    waiting += 1;
    const before = last;
    let restMs = 0;
    const drawing = before.then(() => {
      waiting -= 1;
      const startedMs = performance.now();
      try {
        return render();
      } finally {
        restMs = REST_FACTOR * (performance.now() - startedMs);
      }
    });
    last = drawing.then(
      () => pause(restMs),
      () => pause(restMs),
    );
    return drawing;
  }

  function keep(name: string, picture: Promise<Picture>): void {
    kept.set(name, picture);
    const [oldest = name] = kept.keys();
    if (kept.size > KEPT_MAX) kept.delete(oldest);
  }

  return (count) => async (name, render) => {
    if (!kept.has(name)) await count();
    // Meanwhile another request may have begun to draw it.
    const known = kept.get(name);
    if (known !== undefined) return known;
    const picture = inTurn(render);
    keep(name, picture);
    // The error goes to everybody who waits for it; the next request draws anew.
    picture.catch(() => kept.delete(name));
    return picture;
  };
}
