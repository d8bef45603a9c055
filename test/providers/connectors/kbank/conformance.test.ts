import { kbank } from '../../../src/providers/kbank';
import { conformance } from '../kit/conformance';
import { kbankSubject } from './subject';

conformance(kbank, kbankSubject);
