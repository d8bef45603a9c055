/** Prints the steps of the demo with their duration. */
export interface Output {
  /** A completed step, with the time since the last one. */
  step(text: string): void;
  /** A detail of the last step. */
  note(text: string): void;
  /** A heading. Restarts the clock. */
  show(text: string): void;
}

export function createOutput(print: (text: string) => void): Output {
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
