/** Tells what happens, and how long each step took. */
export interface Teller {
  /** A step that has been done. The clock begins anew. */
  step(text: string): void;
  /** What the last step brought. */
  note(text: string): void;
  /** What is no step: its time counts for none. */
  show(text: string): void;
}

export function createTeller(print: (text: string) => void): Teller {
  let lastMs = performance.now();
  return {
    step(text) {
      print(`${`${(performance.now() - lastMs).toFixed(0)} ms`.padStart(8)}  ${text}`);
      lastMs = performance.now();
    },
    note(text) {
      print(`${' '.repeat(12)}${text}`);
    },
    show(text) {
      print(text);
      lastMs = performance.now();
    },
  };
}

const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });

export const baht = (amount: number): string => `${format.format(amount)} baht`;
