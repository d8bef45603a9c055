curl -sS http://localhost:8080/Thai/v1/payments \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -d '{"token_id": "tok_success", "amount": 1290, "currency": "THB", "reference": "order-4",
       "return_url": "https://shop.example.com/orders/4"}'
