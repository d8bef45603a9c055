from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
for payment in saphan.payments({"start_date": "2026-01-01"}):
    print(payment["payment_id"], payment["status"])
