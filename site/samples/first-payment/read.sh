curl -sS "http://localhost:8080/Thai/v1/payments/$(jq -r .payment_id payment.json)" \
  -H 'Authorization: Bearer sk_test_…'
