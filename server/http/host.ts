import type { FastifyInstance } from 'fastify'

import { Failure } from '#server/lib/failure.ts'

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/** Answers only under our own names: an attacker's name that points here must not reach us with a browser behind it. */
export function allowOwnHosts(app: FastifyInstance, origins: readonly string[]) {
  const hosts = new Set(origins.flatMap(hostsOf))
  app.addHook('onRequest', (request, _reply, done) => {
    const known = hosts.has(request.host) || hosts.has(request.host.toLowerCase())
    if (known && isOnly(request.raw.rawHeaders) && isPath(request.raw.url)) return done()
    done(new Failure(421, 'wrong_host', 'This server does not answer under that name.'))
  })
}

function hostsOf(origin: string) {
  const { protocol, host, port } = new URL(origin)
  return port ? [host] : [host, `${host}:${DEFAULT_PORTS[protocol]}`]
}

/** Node takes the first of two; whatever stands in front of us may have checked the second. */
function isOnly(rawHeaders: readonly string[]) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts < 2
}

/** The other form, `GET http://name/path`, is for proxies, and its name would count more than the header. */
const isPath = (target: string | undefined) => target?.startsWith('/') ?? false
