curl -sS http://localhost:8080/Thai/v1/refunds \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: refund-order-1' \
  -d '{"payment_id": "pay_…", "amount": 50, "reason": "สินค้าชำรุด"}'
