import { conformance } from '../kit/conformance';
import { stripe } from '../../../../src/providers/connectors/stripe';
import { stripeSubject } from './subject';

conformance(stripe, stripeSubject);
