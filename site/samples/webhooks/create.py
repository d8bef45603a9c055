from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
webhook = saphan.create_webhook(
    {"url": "http://localhost:3000/hook", "events": ["payment.succeeded", "refund.completed"]}
)
print(webhook["secret"])  # only this response has it
