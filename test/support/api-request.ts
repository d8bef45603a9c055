import type { ApiRequest } from '../../src/merchants/store/api-requests';
import { newId } from '../../src/platform/new-id';

/** A successful request of a QR code now, with what `more` changes. */
export function testApiRequest(more: Partial<ApiRequest> = {}): ApiRequest {
  const { at = new Date() } = more;
  return {
    id: newId('req_', at.getTime()),
    merchantId: 'mer_1',
    keyId: 'key_1',
    at,
    operation: 'createQrCode',
    method: 'POST',
    path: '/Thai/v1/qr-codes',
    status: 200,
    code: null,
    param: null,
    durationMs: 4.5,
    address: '127.0.0.1',
    objectId: null,
    ...more,
  };
}
