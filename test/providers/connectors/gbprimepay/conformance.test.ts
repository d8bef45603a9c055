import { gbPrimePay } from '../../../src/providers/gbprimepay';
import { conformance } from '../kit/conformance';
import { gbPrimePaySubject } from './subject';

conformance(gbPrimePay, gbPrimePaySubject);
