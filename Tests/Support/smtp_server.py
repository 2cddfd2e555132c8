"""An SMTP server for tests: STARTTLS, AUTH, and the misbehaviour that its arguments ask for.

Prints its port. Everything that happens is one JSON line of the log: logins, refusals and mails, these as Python's
e-mail package reads them.

    smtp_server.py --certificate CERT.pem --key KEY.pem --log FILE [--refuse-first N] [--refuse-all CODE]
                   [--no-tls] [--hang] [--hold untaken|taken] [--user USER --password PASSWORD]
"""

import argparse
import asyncio
import email
import email.policy
import json
import ssl

from aiosmtpd.smtp import SMTP, AuthResult


class Handler:
    def __init__(self, options):
        self.options = options
        self.refusals = options.refuse_first
        self.holds = options.hold

    def note(self, **event):
        with open(self.options.log, "a") as log:
            log.write(json.dumps(event) + "\n")

    def authenticate(self, server, session, envelope, mechanism, data):
        # Before and without TLS aiosmtpd offers no AUTH: whatever comes here came encrypted.
        user, password = data.login.decode(), data.password.decode()
        isRight = (user, password) == (self.options.user, self.options.password)
        self.note(event="login", user=user, isRight=isRight, isEncrypted=session.ssl is not None)
        return AuthResult(success=isRight)

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        self.note(event="hello", name=hostname, isEncrypted=session.ssl is not None)
        return responses

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if self.options.hang:
            self.note(event="hang")
            await asyncio.sleep(3600)
        if self.options.refuse_all:
            self.note(event="refused")
            code = self.options.refuse_all
            detail = f"{str(code)[0]}.1.1"
            return f"{code}-{detail} no such mailbox <{address}>\r\n{code} {detail} see https://help.example/mailboxes"
        if self.refusals > 0:
            self.refusals -= 1
            self.note(event="refused")
            return "451 4.3.0 try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        hold, self.holds = self.holds, None
        if hold == "untaken":
            await self.hold()
        self.take(session, envelope)
        if hold == "taken":
            await self.hold()
        return "250 OK"

    async def hold(self):
        """Says nothing about the first mail until its sender is gone."""
        self.note(event="hold")
        await asyncio.sleep(3600)

    def take(self, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.note(
            event="mail",
            sender=envelope.mail_from,
            recipients=envelope.rcpt_tos,
            isEncrypted=session.ssl is not None,
            subject=message["subject"],
            fromName=message["from"].addresses[0].display_name,
            messageID=message["message-id"],
            defects=[str(defect) for part in message.walk() for defect in part.defects],
            text=message.get_body(("plain",)).get_content(),
            html=message.get_body(("html",)).get_content(),
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--log", required=True)
    parser.add_argument("--refuse-first", type=int, default=0)
    parser.add_argument("--refuse-all", type=int)
    parser.add_argument("--no-tls", action="store_true")
    parser.add_argument("--hang", action="store_true")
    parser.add_argument("--hold", choices=["untaken", "taken"])
    parser.add_argument("--user")
    parser.add_argument("--password")
    options = parser.parse_args()

    handler = Handler(options)
    settings = {"authenticator": handler.authenticate, "auth_required": options.user is not None}
    if options.no_tls:
        settings["auth_require_tls"] = False
    else:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.certificate, options.key)
        settings |= {"tls_context": context, "require_starttls": True}

    async def serve():
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(handler, **settings), "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(serve())


if __name__ == "__main__":
    main()
