from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")


def create():
    return saphan.create_qr_code(
        {"amount": 80, "currency": "THB", "reference": "order-5"}, idempotency_key="order-5"
    )


print(create()["payment_id"] == create()["payment_id"])  # True
