"""Says who signed a payout: python3 verify_approval.py evidence.json

The file is what `hundi journal evidence TRANSACTION` prints. docs/verify-approvals.md has the recipe.
Needs the package `cryptography`.
"""

import base64
import hashlib
import json
import sys
from datetime import datetime, timezone
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa


def bytes_of(base64url):
    return base64.urlsafe_b64decode(base64url + "=" * (-len(base64url) % 4))


def digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def canonical(value):
    """JSON without blanks, the keys in order, all but control characters as they are."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def cose_map(data):
    """A COSE key is a CBOR map of whole numbers to whole numbers and byte strings."""

    def item(at):
        major, number = data[at] >> 5, data[at] & 31
        at += 1
        if number >= 24:
            size = 2 ** (number - 24)
            number, at = int.from_bytes(data[at : at + size], "big"), at + size
        if major == 0:
            return number, at
        if major == 1:
            return -1 - number, at
        if major == 2:
            return data[at : at + number], at + number
        if major != 5:
            raise ValueError("the public key is no COSE key of this kind")
        found = {}
        for _ in range(number):
            key, at = item(at)
            found[key], at = item(at)
        return found, at

    return item(0)[0]


def is_signed(public_key, data, signature):
    key = cose_map(bytes_of(public_key))
    number = lambda member: int.from_bytes(key[member], "big")
    try:
        if key[1] == 1:
            ed25519.Ed25519PublicKey.from_public_bytes(key[-2]).verify(signature, data)
        elif key[1] == 2:
            curve = {1: ec.SECP256R1, 2: ec.SECP384R1, 3: ec.SECP521R1}[key[-1]]()
            hashed = {-7: hashes.SHA256, -35: hashes.SHA384, -36: hashes.SHA512}[key[3]]()
            point = ec.EllipticCurvePublicNumbers(number(-2), number(-3), curve)
            point.public_key().verify(signature, data, ec.ECDSA(hashed))
        else:
            numbers = rsa.RSAPublicNumbers(number(-2), number(-1))
            numbers.public_key().verify(signature, data, padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        return False
    return True


def is_domain_of(origin, hashed):
    """Whether this is the SHA-256 of the page's host or of a domain above it."""
    labels = (urlsplit(origin).hostname or "").split(".")
    hosts = (".".join(labels[i:]) for i in range(len(labels)))
    return any(hashlib.sha256(host.encode()).digest() == hashed for host in hosts)


def look(payout, user_id, signature):
    """What keeps a signature from being that of this person under this payout, or where they signed."""
    if signature["userId"] != user_id:
        return f"{signature['userId']} signed, not {user_id}", None
    leaves = dict(line.split(" ", 1) for line in signature["leaves"].split("\n"))
    if payout["transactionId"] not in leaves:
        return "the payout is not among those that were signed", None
    if leaves[payout["transactionId"]] != digest(canonical(payout)):
        return "the payout is not as it was signed: its digest differs", None
    root = {
        "action": "approve",
        "bankTenantId": signature["bankTenantId"],
        "challengeId": signature["signatureId"],
        "corporateTenantId": signature["corporateTenantId"],
        "payouts": digest(signature["leaves"]),
        "userId": user_id,
    }
    answer = json.loads(signature["response"])["response"]
    client, authenticator = (bytes_of(answer[one]) for one in ("clientDataJSON", "authenticatorData"))
    said = json.loads(client)
    if said["type"] != "webauthn.get" or said["challenge"] != digest(canonical(root)):
        return "the passkey signed another challenge", None
    if not is_domain_of(said["origin"], authenticator[:32]):
        return "the device answered to another domain", None
    if authenticator[32] & 0b101 != 0b101:
        return "the device did not verify its person", None
    data = authenticator + hashlib.sha256(client).digest()
    if not is_signed(signature["passkey"]["publicKey"], data, bytes_of(answer["signature"])):
        return "the signature is not one of this passkey", None
    return None, said["origin"]


with open(sys.argv[1], encoding="utf8") as file:
    evidence = json.load(file)
faults = 0
for approval in evidence["approvals"]:
    user_id = approval["userId"]
    who = f"payout {evidence['payout']['transactionId']}, level {approval['level']}:"
    at = datetime.fromtimestamp(approval["at"] / 1000, timezone.utc)
    day = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if "signatureId" not in approval:
        print(f"{who} approved by {user_id} on {day}, without a signature")
        continue
    why, origin = "its signature is missing", None
    if "signature" in approval:
        why, origin = look(evidence["payout"], user_id, approval["signature"])
    if why is None:
        passkey = approval["signature"]["passkey"]["credentialId"]
        print(f"{who} signed by {user_id} on {day} at {origin}, passkey {passkey}")
    else:
        faults += 1
        print(f"{who} NOT SIGNED by {user_id}: {why}")
sys.exit(1 if faults else 0)
