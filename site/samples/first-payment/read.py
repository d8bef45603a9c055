from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
payment = saphan.read_payment("pay_…")
print(payment["status"], payment["amount_received"])
