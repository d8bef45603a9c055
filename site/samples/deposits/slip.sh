jq --arg image "$(base64 < slip.png | tr -d '\n')" \
  '{orderId: .data.orderId, ref: .data.ref, base64Image: $image}' deposit.json |
  curl -sS http://localhost:8080/deposit/gw/upload-slip \
    -H 'Authorization: Bearer sk_test_…' \
    -H 'Content-Type: application/json' \
    -d @-
