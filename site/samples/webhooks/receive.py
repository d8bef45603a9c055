from http.server import BaseHTTPRequestHandler, HTTPServer

from saphan import WebhookVerificationError, verify_webhook

SECRET = "whsec_…"
known: set[str] = set()  # a table of your database


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.receive(body))
        self.end_headers()

    def receive(self, body):
        try:
            event = verify_webhook(SECRET, dict(self.headers), body)
        except WebhookVerificationError:
            return 400
        if event["id"] not in known:
            known.add(event["id"])
            if event["event"] == "payment.succeeded":
                print("ship", event["data"]["reference"])
        return 204


HTTPServer(("", 3000), Receiver).serve_forever()
