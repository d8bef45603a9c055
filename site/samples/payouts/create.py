from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
created = saphan.create_withdrawal(
    {
        "amount": 100.01,
        "username": "c1",
        "firstNameTH": "สมชาย",
        "lastNameTH": "ใจดี",
        "bankName": "กสิกรไทย",
        "accountNumber": "1234567890",
    },
    idempotency_key="payout-1",
)
print(created["orderId"])
