from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
qr = saphan.create_qr_code({"amount": 150, "currency": "THB", "reference": "order-1"})
print(qr["payment_id"], qr["checkout_url"])
