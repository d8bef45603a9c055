curl -sS http://localhost:8080/Thai/v1/qr-codes \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: order-3' \
  -d '{"amount": 590, "currency": "THB", "reference": "order-3", "expiry_minutes": 30,
       "description": "เสื้อยืด 2 ตัว", "return_url": "https://shop.example.com/orders/3"}'
