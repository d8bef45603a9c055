import { kbank } from '../../../../src/providers/connectors/kbank';
import { conformance } from '../kit/conformance';
import { kbankSubject } from './subject';

conformance(kbank, kbankSubject);
