import { gbPrimePay } from '../../../../src/providers/connectors/gbprimepay';
import { conformance } from '../kit/conformance';
import { gbPrimePaySubject } from './subject';

conformance(gbPrimePay, gbPrimePaySubject);
