import { z } from 'zod';
import { auditContextOf, seatOf } from '../../../people/sessions';
import { findSlipPicture } from '../../deposit/find-slip-picture';
import { id, orderId } from '../../../contract/fields';
import { operation, type Operation } from '../../../http/operation';

const mediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** Slips are untrusted: the picture is a document of its own, in a sandbox. */
export const slipPictureOperation: Operation = operation({
  name: 'readSlipPicture',
  summary: 'The image of a slip',
  family: 'dashboard',
  described: false,
  method: 'GET',
  path: '/dashboard/deposits/:id/slips/:slip',
  auth: 'session',
  needs: 'viewer',
  params: z.object({ id: orderId, slip: id('slip_', 'not_found') }),
  success: { status: 200, contentTypes: mediaTypes },
  errors: ['not_found', 'order_not_found'],
  async respond(deps, { caller, params }) {
    const { session, address } = caller;
    const audit = auditContextOf(seatOf(session), address);
    const slip = { orderId: params.id, slipId: params.slip };
    const { mediaType, bytes } = await findSlipPicture(deps, audit, session.merchant, slip);
    return {
      status: 200,
      contentType: mediaType,
      body: bytes,
      headers: {
        'Cache-Control': 'private, no-store',
        'Content-Disposition': `inline; filename="${params.slip}.${mediaType.slice(6)}"`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    };
  },
});
