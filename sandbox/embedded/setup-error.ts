/** What a person can mend: its message says what is wrong and what to do, so no stack is needed. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
