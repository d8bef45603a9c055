curl -sS http://localhost:8081/api/payments \
  -H 'Content-Type: application/json' \
  -d "$(jq '{qrData: .qr_data}' payment.json)"
