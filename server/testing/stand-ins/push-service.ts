import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'

import type { PushMessage } from '#shared/notifications/push.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { selfSigned } from './certificate.ts'
import type { Trouble } from './google-stand-in.ts'

const HOST = 'push.example.test'

type Answer = number | 'never'

interface Received {
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

/** A push service and its browsers. `agent` leads to it for every host. */
export async function startPushService() {
  const received: Received[] = []
  /** Answers by path, given once each instead of 201. */
  const answers = new Map<string, Answer[]>()
  let trouble: Trouble | undefined
  const { certificate, privateKey } = selfSigned([HOST])
  const server = createServer({ cert: certificate, key: privateKey }, async (request, response) => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: await buffer(request) })
    if (trouble && (await trouble(request, response)) !== 'late') return
    const answer = answers.get(path)?.shift() ?? 201
    if (answer === 'never') return
    response.writeHead(answer, { location: 'https://elsewhere.example.test/' }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = portOf(server)

  class LoopbackAgent extends Agent {
    override createConnection(options: object, connected: () => void): TLSSocket {
      const detour = { ...options, host: '127.0.0.1', port, ca: certificate }
      return super.createConnection(detour, connected) as TLSSocket
    }
  }

  return {
    agent: new LoopbackAgent(),
    received,
    /** Misbehaviour towards everyone, until it is undefined. */
    setTrouble: (next: Trouble | undefined) => void (trouble = next),
    /** A browser that has switched push notifications on. */
    subscribe() {
      const path = `/${randomBytes(8).toString('hex')}`
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      return {
        subscription: {
          endpoint: `https://${HOST}${path}`,
          keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        answerWith: (...queued: Answer[]) => void answers.set(path, queued),
        requests: () => received.filter((each) => each.path === path).length,
        messages: () =>
          received
            .filter((each) => each.path === path)
            .map(({ body }) => JSON.parse(decrypt(body, keys, auth)) as PushMessage),
      }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** RFC 8291 with one record of RFC 8188. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer) {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const encrypted = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  // The last record ends with 2 and any number of zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/**
 * RFC 8292.
 * @returns the claims, if the server with this public key has signed them
 */
export function vapidClaims(authorization: unknown, publicKey: string) {
  const [, header = '', claims = '', signature = '', key] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(String(authorization)) ?? []
  if (key !== publicKey) return undefined
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) return undefined
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string; exp: number }
}
