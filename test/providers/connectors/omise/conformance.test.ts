import { omise } from '../../../../src/providers/connectors/omise';
import { conformance } from '../kit/conformance';
import { omiseSubject } from './subject';

conformance(omise, omiseSubject);
