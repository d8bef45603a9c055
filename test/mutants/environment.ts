import ClosingEnvironment from '../support/environment';

interface Block {
  /** Only describe blocks have children, tests do not. */
  readonly children?: readonly Block[];
  mode?: string | null;
}

interface TestEvent {
  readonly name: string;
  readonly test?: { readonly errors: readonly unknown[] };
}

/**
 * Skips the rest of a test file after its first failure, which jest's `--bail` does not do: the
 * fault is detected, and further tests may each run into a timeout.
 */
export default class FirstFailureEnvironment extends ClosingEnvironment {
  override async handleTestEvent(
    event: TestEvent,
    state?: { readonly rootDescribeBlock: Block },
  ): Promise<void> {
    const hasFailed = event.name === 'test_done' && (event.test?.errors.length ?? 0) > 0;
    if (hasFailed && state !== undefined) skip(state.rootDescribeBlock);
    await super.handleTestEvent(event);
  }
}

function skip(block: Block): void {
  block.mode = 'skip';
  for (const child of block.children ?? []) skip(child);
}
