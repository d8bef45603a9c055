from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
qr = saphan.create_qr_code(
    {
        "amount": 590,
        "currency": "THB",
        "reference": "order-3",
        "expiry_minutes": 30,
        "description": "เสื้อยืด 2 ตัว",
        "return_url": "https://shop.example.com/orders/3",
    },
    idempotency_key="order-3",
)
print(qr["checkout_url"])  # redirect the payer to it
