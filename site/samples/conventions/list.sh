cursor=
while page=$(curl -sS "http://localhost:8080/Thai/v1/payments?limit=100${cursor:+&cursor=$cursor}" \
  -H 'Authorization: Bearer sk_test_…')
do
  jq -r '.payments[] | "\(.payment_id) \(.status)"' <<< "$page"
  cursor=$(jq -r '.next_cursor // empty' <<< "$page")
  [ -n "$cursor" ] || break
done
