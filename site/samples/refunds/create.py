from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
refund = saphan.create_refund(
    {"payment_id": "pay_…", "amount": 50, "reason": "สินค้าชำรุด"},
    idempotency_key="refund-order-1",
)
print(refund["refund_id"], refund["status"])
