import { hash, verify } from '@node-rs/argon2';

/** Argon2id with OWASP's parameters: 19 MiB, two passes. About 50 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each concurrent hash takes 19 MiB and a libuv thread, which file access and DNS also need. */
const CONCURRENT_MAX = 2;
const QUEUED_MAX = 64;

/** The queue is full: its work would take more than a few seconds. */
export class TooManyPasswords extends Error {}

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * A null hash is verified against a dummy hash and returns false, so timing does not reveal
   * whether the account exists.
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Runs CONCURRENT_MAX calls at a time, and queues QUEUED_MAX. */
export function createPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  let dummyHash: Promise<string> | null = null;

  async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= CONCURRENT_MAX) {
      if (waiting.length >= QUEUED_MAX) throw new TooManyPasswords('too many passwords at once');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next call takes over the slot.
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    hash: (password) => limited(() => hash(plain(password), COST)),
    verify: (passwordHash, password) =>
      limited(async () => {
        const known = passwordHash ?? (await (dummyHash ??= hash('', COST)));
        const isRight = await verify(known, plain(password));
        return passwordHash !== null && isRight;
      }),
  };
}

/** Keyboards encode one letter in several ways; NFKC unifies them. */
const plain = (password: string): string => password.normalize('NFKC');
