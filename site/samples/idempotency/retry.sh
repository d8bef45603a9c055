curl -sS -i --retry 5 --retry-all-errors http://localhost:8080/Thai/v1/qr-codes \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: order-5' \
  -d '{"amount": 80, "currency": "THB", "reference": "order-5"}'
