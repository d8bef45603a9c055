from saphan import Saphan, SaphanError

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
try:
    saphan.create_qr_code({"amount": 0, "currency": "THB"})
except SaphanError as error:
    print(error.code, error.param, error.doc_url, error.request_id)
