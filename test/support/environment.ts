import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { closeAll } from './close-after-file';

/**
 * Node, and an end for what a file opens: databases, receivers and clients are closed after the
 * file's own last hook. An `afterAll` of a set-up file could not do it: jest runs that one first.
 */
export default class ClosingEnvironment extends NodeEnvironment {
  async handleTestEvent(event: { readonly name: string }): Promise<void> {
    if (event.name === 'run_finish') await closeAll(this.global);
  }
}
