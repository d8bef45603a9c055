from base64 import b64encode
from pathlib import Path

from saphan import Saphan

saphan = Saphan("sk_test_…", base_url="http://localhost:8080")
deposit = saphan.read_deposit("DEPOSIT_ID")
image = b64encode(Path("slip.png").read_bytes()).decode()
accepted = saphan.upload_slip(
    {"orderId": deposit["orderId"], "ref": deposit["ref"], "base64Image": image}
)
print(accepted["message"])
