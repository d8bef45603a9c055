import { conformance } from '../kit/conformance';
import { scb } from '../../../../src/providers/connectors/scb';
import { scbBill } from '../../../../src/providers/connectors/scb-bill';
import { scbQr } from '../../../../src/providers/connectors/scb-qr';
import { scbBillSubject, scbQrSubject, scbSubject } from './subject';

conformance(scb, scbSubject);
conformance(scbQr, scbQrSubject);
conformance(scbBill, scbBillSubject);
