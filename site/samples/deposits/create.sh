curl -sS http://localhost:8080/deposit/gw \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -d '{"amount": 250.50, "userName": "c1", "firstName": "Somchai", "lastName": "Jaidee",
       "bankName": "KBANK", "accountNumber": "1234567890"}' | tee deposit.json
