curl -sS http://localhost:8080/Thai/v1/qr-codes \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -d '{"amount": 150, "currency": "THB", "reference": "order-1"}' | tee payment.json
