import { type Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/lib/messages.ts'
import { unavailable } from '#server/lib/failure.ts'

import type { FixedHeaders, FixedHeaderResponse } from './headers.ts'

/**
 * The paths that the identity SDK's popup and redirect sign-in load from `authDomain`. No other path is forwarded.
 */
const AUTH_PAGES = [
  '/__/auth/handler',
  '/__/auth/handler.js',
  '/__/auth/experiments.js',
  '/__/auth/iframe',
  '/__/auth/iframe.js',
  '/__/auth/links',
  '/__/auth/links.js',
  '/__/firebase/init.json',
]
/** Some providers post their answer to the handler as a form. */
const POSTED = '/__/auth/handler'

const EMULATOR_PATHS = ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*', '/emulator/*']

const DEADLINE = 10 * SECOND
const MAX_BYTES = 2 * 1024 * 1024
const BODY_LIMIT = 64 * 1024

/** Cookies are never forwarded, in either direction. */
const TO_PAGES = ['accept', 'accept-language', 'content-type', 'user-agent']
const TO_EMULATOR = [
  ...TO_PAGES,
  'authorization',
  'host',
  'x-client-version',
  'x-firebase-client',
  'x-firebase-gmpid',
]
const BACK = ['content-type', 'cache-control', 'etag', 'last-modified', 'location']

interface Upstream {
  origin: string
  forwarded: readonly string[]
  /** Tests pass an agent that trusts the stand-in's certificate. */
  agent?: Agent | undefined
}

/** Makes redirect sign-in work in browsers that partition storage by site. */
export const authPages: FastifyPluginAsync<{
  authDomain: string
  agent?: Agent | undefined
  headers: FixedHeaders
}> = async (app, { authDomain, agent, headers }) => {
  passBodiesOn(app)
  const handler = forwardTo({ origin: `https://${authDomain}`, forwarded: TO_PAGES, agent }, headers)
  for (const url of AUTH_PAGES) app.get(url, { schema: { hide: true } }, handler)
  app.post(POSTED, { schema: { hide: true }, bodyLimit: BODY_LIMIT }, handler)
}

/** Serves demo and tests, so that one origin serves everything. The emulator accepts any caller, hence the guard. */
export const authEmulator: FastifyPluginAsync<{
  host: string
  guard: onRequestHookHandler
  headers: FixedHeaders
}> = async (app, { host, guard, headers }) => {
  passBodiesOn(app)
  app.addHook('onRequest', guard)
  const handler = forwardTo({ origin: `http://${host}`, forwarded: TO_EMULATOR }, headers)
  for (const url of EMULATOR_PATHS) app.all(url, { schema: { hide: true }, bodyLimit: BODY_LIMIT }, handler)
}

function passBodiesOn(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const forwardTo =
  (upstream: Upstream, headers: FixedHeaders) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers: received, body } = await ask(upstream, request)
    const raw = reply.raw as FixedHeaderResponse
    raw.fixedHeaders = headers
    return reply.code(status).headers(only(BACK, received)).send(body)
  }

async function ask({ origin, forwarded, agent }: Upstream, { raw, method, body }: FastifyRequest) {
  const send = origin.startsWith('https:') ? httpsRequest : httpRequest
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = send(`${origin}${raw.url}`, {
    method,
    headers: only(forwarded, raw.headers),
    signal: AbortSignal.timeout(DEADLINE),
    agent,
  })
  outgoing.on('response', resolve).on('error', reject).end(body)
  try {
    const incoming = await promise
    return { status: incoming.statusCode ?? 502, headers: incoming.headers, body: await collect(incoming) }
  } catch (cause) {
    throw unavailable('identity_unavailable', m.problemSignInService(), { cause })
  }
}

async function collect(incoming: IncomingMessage) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const only = (names: readonly string[], headers: IncomingHttpHeaders) =>
  Object.fromEntries(names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]))
