import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Imported for its effect: workers under test tell only what is wrong. */
Runtime.install({ logger: new DefaultLogger('WARN') });
