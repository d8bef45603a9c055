import { conformance } from './conformance';
import { generic } from '../../../src/providers/generic';
import { genericSubject } from './generic';

conformance(generic, genericSubject);
