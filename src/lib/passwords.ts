import { hash, verify } from '@node-rs/argon2';

/** Argon2id with what OWASP asks for: 19 MiB, two passes. Some 50 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each takes 19 MiB and a thread that files and names are also looked up on. */
const AT_ONCE = 2;
const WAITING_MAX = 64;

/** Thrown when more wait than could be dealt with in a few seconds. */
export class TooManyPasswords extends Error {}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** With null, for nobody's password: false, after as long a time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Hashes of passwords. Only so many are made at once, and only so many wait for it. */
export function createPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  let nobodys: Promise<string> | null = null;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw new TooManyPasswords('too many passwords at once');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Who waited takes the place over.
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    hash: (password) => inTurn(() => hash(plain(password), COST)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const known = passwordHash ?? (await (nobodys ??= hash('', COST)));
        const isRight = await verify(known, plain(password));
        return passwordHash !== null && isRight;
      }),
  };
}

/** Keyboards write one letter in several ways. */
const plain = (password: string): string => password.normalize('NFKC');
