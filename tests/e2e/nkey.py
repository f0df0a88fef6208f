"""Signs with a user's nkey, as clients of a NATS server do; on its own, so that it can be compared with the programs.

Ed25519 by RFC 8032, section 5.1; the text of keys by https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/nkey_auth.
"""

import base64
import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202
BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)
USER = 20 << 3
SEED = 18 << 3


def _sum(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = _sum(result, point)
        point = _sum(point, point)
        number >>= 1
    return result


def _bytes_of(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _hashed(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def _secrets(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    return scalar, digest[32:]


def _crc16(data):
    """CRC-16/XMODEM."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def _text_of(data):
    return base64.b32encode(data + _crc16(data).to_bytes(2, "little")).decode().rstrip("=")


def seed_bytes(text):
    """The 32 bytes of a user's seed `SU...`."""
    data = base64.b32decode(text + "=" * (-len(text) % 8))
    assert data[:2] == bytes([SEED | USER >> 5, (USER & 31) << 3]), "not a user's seed"
    assert _text_of(data[:-2]) == text, "not its checksum"
    return data[2:-2]


def public_key(seed):
    """The public key `U...` of a seed."""
    scalar, _ = _secrets(seed_bytes(seed))
    return _text_of(bytes([USER]) + _bytes_of(_times(scalar, BASE)))


def signature(seed, text):
    """The signature of a text, as a client sends it: base64url without padding."""
    scalar, prefix = _secrets(seed_bytes(seed))
    public = _bytes_of(_times(scalar, BASE))
    r = _hashed(prefix, text.encode()) % ORDER
    begin = _bytes_of(_times(r, BASE))
    s = (r + _hashed(begin, public, text.encode()) * scalar) % ORDER
    return base64.urlsafe_b64encode(begin + s.to_bytes(32, "little")).decode().rstrip("=")
