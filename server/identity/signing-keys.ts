import { type KeyObject, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { Agent, IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { json } from 'node:stream/consumers'

import { DAY, MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { Clock } from '#server/lib/clock.ts'

import { KEYS_UNREACHABLE } from './errors.ts'

type Keys = Readonly<Record<string, KeyObject>>

interface Deps {
  url: string
  httpAgent: Agent
  clock: Clock
  /** Milliseconds. */
  deadline: number
}

const MIN_LIFE = MINUTE
const MAX_LIFE = DAY
/** Milliseconds between requests to an endpoint that is down, however many callers wait. */
const PAUSE_AFTER_FAILURE = SECOND

export type SigningKeys = ReturnType<typeof createSigningKeys>

/**
 * The provider's public keys by key id, fetched once for all concurrent callers, and kept as long as the answer
 * allows. Replaces the SDK's own fetcher, which fetches for each caller while cold, never times out, and keeps any
 * JSON it gets, so that one garbled answer would sign everyone out.
 */
export function createSigningKeys({ url, httpAgent, clock, deadline }: Deps) {
  let keys: Promise<Keys> | undefined
  let validUntil = 0

  async function fetchKeys(): Promise<Keys> {
    try {
      const request = get(url, { agent: httpAgent, signal: AbortSignal.timeout(deadline) })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      // From here on the response reports errors; without a listener, one on the request would end the
      // process.
      request.on('error', () => {})
      if (response.statusCode !== 200) throw new Error(`status ${response.resume().statusCode}`)
      const fetched = readKeys(await json(response))
      validUntil = clock() + lifeOf(response)
      return fetched
    } catch (error) {
      validUntil = clock() + PAUSE_AFTER_FAILURE
      throw new Error(`${KEYS_UNREACHABLE}: ${String(error)}`, { cause: error })
    }
  }

  return {
    fetchPublicKeys(): Promise<Keys> {
      if (keys === undefined || clock() >= validUntil) {
        validUntil = Infinity
        keys = fetchKeys()
      }
      return keys
    },
  }
}

/** @throws unless it is a set of certificates */
function readKeys(answer: unknown): Keys {
  const entries = Object.entries(answer as Record<string, string>)
  if (entries.length === 0) throw new Error('no keys')
  return Object.fromEntries(entries.map(([id, pem]) => [id, new X509Certificate(pem).publicKey]))
}

function lifeOf(response: IncomingMessage) {
  const seconds = Number(/max-age=(\d+)/.exec(response.headers['cache-control'] ?? '')?.[1] ?? 0)
  return Math.min(Math.max(seconds * SECOND, MIN_LIFE), MAX_LIFE)
}
