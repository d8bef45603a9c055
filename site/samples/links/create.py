from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
link = saphan.create_payment_link(
    {"title": "สมัครสมาชิกชมรม", "amount": 300, "currency": "THB", "payments_max": 50}
)
print(link["url"])  # send it to the payers
