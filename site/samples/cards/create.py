from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
payment = saphan.create_token_payment(
    {
        "token_id": "tok_success",
        "amount": 1290,
        "currency": "THB",
        "reference": "order-4",
        "return_url": "https://shop.example.com/orders/4",
    }
)
print(payment["payment_id"], payment["status"])  # pending: a webhook reports the outcome
