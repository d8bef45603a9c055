curl -sS http://localhost:8080/Thai/v1/webhooks \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -d '{"url": "http://localhost:3000/hook", "events": ["payment.succeeded", "refund.completed"]}'
