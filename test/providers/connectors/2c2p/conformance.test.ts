import { conformance } from '../kit/conformance';
import { twoC2p } from '../../../../src/providers/connectors/2c2p';
import { twoC2pSubject } from './subject';

conformance(twoC2p, twoC2pSubject);
