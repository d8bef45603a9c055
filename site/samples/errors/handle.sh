curl -sS http://localhost:8080/Thai/v1/qr-codes \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -d '{"amount": 0, "currency": "THB"}' | jq -r '.error | "\(.code): \(.message)"'
