SIGNING_SECRET='sign_…'
body='{"amount": 100.01, "username": "c1", "firstNameTH": "สมชาย", "lastNameTH": "ใจดี",
       "bankName": "กสิกรไทย", "accountNumber": "1234567890"}'
time=$(date +%s)
digest=$(printf %s "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
signature=$(printf '%s\nPOST\n/withdraw/gw\n%s\npayout-2' "$time" "$digest" |
  openssl dgst -sha256 -hmac "$SIGNING_SECRET" -r | cut -d' ' -f1)

curl -sS http://localhost:8080/withdraw/gw \
  -H 'Authorization: Bearer sk_test_…' \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: payout-2' \
  -H "Saphan-Signature: t=$time,v1=$signature" \
  --data-binary "$body"
