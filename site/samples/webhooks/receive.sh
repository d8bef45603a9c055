# Receives one request with netcat (Debian: netcat-openbsd) and verifies it.
SECRET='whsec_…'
printf 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n' | nc -l 3000 > request.txt
header() { grep -i -m1 "^$1:" request.txt | cut -d' ' -f2- | tr -d '\r'; }

key=$(printf %s "${SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \n')
expected=$( (printf '%s.%s.' "$(header webhook-id)" "$(header webhook-timestamp)"
  tail -c "$(header content-length)" request.txt) |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
age=$(($(date +%s) - $(header webhook-timestamp)))

if [ "${age#-}" -le 300 ] && header webhook-signature | tr ' ' '\n' | grep -qxF "v1,$expected"
then echo valid; else echo invalid; exit 1; fi
