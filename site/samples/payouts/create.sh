curl -sS http://localhost:8080/withdraw/gw \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: payout-1' \
  -d '{"amount": 100.01, "username": "c1", "firstNameTH": "สมชาย", "lastNameTH": "ใจดี",
       "bankName": "กสิกรไทย", "accountNumber": "1234567890"}'
