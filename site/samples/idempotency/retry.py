from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
request = {"amount": 80, "currency": "THB", "reference": "order-5"}
first = saphan.create_qr_code(request, idempotency_key="order-5")
second = saphan.create_qr_code(request, idempotency_key="order-5")
print(first["payment_id"] == second["payment_id"])  # True
