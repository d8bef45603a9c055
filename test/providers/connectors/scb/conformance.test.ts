import { conformance } from '../kit/conformance';
import { scb } from '../../../src/providers/scb';
import { scbBill } from '../../../src/providers/scb-bill';
import { scbQr } from '../../../src/providers/scb-qr';
import { scbBillSubject, scbQrSubject, scbSubject } from './subject';

conformance(scb, scbSubject);
conformance(scbQr, scbQrSubject);
conformance(scbBill, scbBillSubject);
