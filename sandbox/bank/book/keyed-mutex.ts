export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Lets work under the same key run one after the other, in the order it was asked for. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    // How the work before went concerns the one who asked for it.
    const turn = Promise.allSettled([last.get(key)]).then(work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
