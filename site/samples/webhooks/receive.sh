# Verifies one request: headers.txt has its headers, body.json its body, byte by byte.
SECRET='whsec_…'
header() { grep -i "^$1:" headers.txt | cut -d' ' -f2- | tr -d '\r'; }

key=$(printf %s "${SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \n')
expected=$( (printf '%s.%s.' "$(header webhook-id)" "$(header webhook-timestamp)"; cat body.json) |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
age=$(($(date +%s) - $(header webhook-timestamp)))

if [ "${age#-}" -le 300 ] && header webhook-signature | tr ' ' '\n' | grep -qxF "v1,$expected"
then echo valid; else echo invalid; exit 1; fi
