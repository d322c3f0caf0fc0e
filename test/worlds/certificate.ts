import { generateKeyPairSync, sign } from 'node:crypto';

const [SEQUENCE, SET, INTEGER, BITS, OBJECT, UTF8, UTC_TIME] = [0x30, 0x31, 0x02, 0x03, 0x06, 0x0c, 0x17];
const EXTENSIONS = 0xa3;
const VERSION = 0xa0;
const DNS_NAME = 0x82;
const OCTETS = 0x04;
const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const ALT_NAME = [0x55, 0x1d, 0x11];

/** A certificate for a host that signed itself, with its key, in PEM. */
export function selfSigned(host: string): { readonly key: string; readonly certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, der(OBJECT, ECDSA_SHA256));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT, COMMON_NAME), der(UTF8, Buffer.from(host)))));
  const times = ['200101000000Z', '490101000000Z'].map((time) => der(UTC_TIME, Buffer.from(time)));
  const altName = der(OCTETS, der(SEQUENCE, der(DNS_NAME, Buffer.from(host))));
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, [2])),
    der(INTEGER, [1]),
    algorithm,
    name,
    der(SEQUENCE, ...times),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, der(OBJECT, ALT_NAME), altName))),
  );
  const signature = der(BITS, [0], sign('sha256', body, privateKey));
  const text = der(SEQUENCE, body, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  };
}

// A tag, the length of what follows, and that.
function der(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
