import httpx
from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
qr = saphan.create_qr_code({"amount": 150, "currency": "THB", "reference": "order-2"})
answer = httpx.post("http://localhost:8081/api/payments", json={"qrData": qr["qr_data"]})
print(qr["payment_id"], answer.status_code)  # 201: paid
