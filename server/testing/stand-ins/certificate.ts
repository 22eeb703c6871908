import { createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'

interface SelfSigned {
  certificate: string
  privateKey: string
}

/** The part of DER that a certificate needs. */
const der = (tag: number, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (time: string) => der(0x17, Buffer.from(time))
const bitString = (content: Uint8Array) => der(0x03, Buffer.from([0]), content)

const SHA256_WITH_RSA = sequence(oid('2a864886f70d01010b'), der(0x05))
const COMMON_NAME = oid('550403')
const SUBJECT_ALTERNATIVE_NAME = oid('551d11')
const VERSION_3 = der(0xa0, der(0x02, Buffer.from([2])))
/** Independent of the test's clock: TLS checks it by the system's. */
const VALIDITY = sequence(utcTime('000101000000Z'), utcTime('491231235959Z'))

/** An RSA certificate for `hostNames`, made without a network or an `openssl` program; Node has no API for it. */
export function selfSigned(hostNames: readonly string[]): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(hostNames[0] ?? 'test')))))
  const serial = der(0x02, Buffer.from([1]), randomBytes(8))
  const names = sequence(...hostNames.map((host) => der(0x82, Buffer.from(host))))
  const extensions = der(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, names))))
  const body = sequence(VERSION_3, serial, SHA256_WITH_RSA, name, VALIDITY, name, publicKey, extensions)
  const signature = sign('sha256', body, createPrivateKey(privateKey))
  const certificate = new X509Certificate(sequence(body, SHA256_WITH_RSA, bitString(signature)))
  return { certificate: certificate.toString(), privateKey }
}
