import type { FastifyInstance } from 'fastify'

import * as m from '#shared/lib/messages.ts'
import { Failure } from '#server/lib/failure.ts'

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/**
 * Answers only under our own host names: with DNS rebinding, an attacker's name points here and a browser would
 * treat our answers as theirs. The `Host` header itself is compared, never `X-Forwarded-Host`, which a balancer may
 * pass on from the client.
 */
export function allowOwnHosts(app: FastifyInstance, origins: readonly string[]) {
  const hosts = new Set(origins.flatMap(hostsOf))
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { host } = raw.headers
    if (!host || hostHeaders(raw.rawHeaders) > 1) return done(badHost())
    done(hosts.has(host.toLowerCase()) && isPath(raw.url) ? undefined : wrongHost())
  })
}

/** RFC 9112, section 3.2. */
const badHost = () => new Failure(400, 'bad_host', m.problemHost())
const wrongHost = () => new Failure(421, 'wrong_host', m.problemWrongHost())

function hostsOf(origin: string) {
  const { protocol, host, port } = new URL(origin)
  return port ? [host] : [host, `${host}:${DEFAULT_PORTS[protocol]}`]
}

/** Node uses the first of two; a proxy in front of us may have checked the second. */
function hostHeaders(rawHeaders: readonly string[]) {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

/** The other form, `GET http://name/path`, is for proxies, and its name would take precedence over the header. */
const isPath = (target: string | undefined) => target?.startsWith('/') ?? false
