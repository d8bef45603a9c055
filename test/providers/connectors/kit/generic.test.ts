import { conformance } from './conformance';
import { generic } from '../../../../src/providers/connectors/generic';
import { genericSubject, signedGenericSubject } from './generic';

conformance(generic, genericSubject);

describe('with signed callbacks', () => {
  conformance(generic, signedGenericSubject, ['callbacks']);
});
