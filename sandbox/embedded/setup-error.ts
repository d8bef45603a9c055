/** A setup problem. Its message has the solution, so it is printed without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
