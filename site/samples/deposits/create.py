from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
created = saphan.create_deposit(
    {
        "amount": 250.5,
        "userName": "c1",
        "firstName": "Somchai",
        "lastName": "Jaidee",
        "bankName": "KBANK",
        "accountNumber": "1234567890",
    }
)
print(created["data"]["orderId"], created["data"]["url"])  # redirect the customer to the URL
