curl -sS http://localhost:8080/Thai/v1/payment-links \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -d '{"title": "สมัครสมาชิกชมรม", "amount": 300, "currency": "THB", "payments_max": 50}'
