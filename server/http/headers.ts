import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

import { DAY, SECOND } from '#shared/lib/durations.ts'
import type { Config } from '#server/config/config.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'

const REPORTS_PATH = '/api/reports'

export type FixedHeaders = Readonly<Record<string, string>>

/** Seconds. */
const TWO_YEARS = (2 * 365 * DAY) / SECOND

/** Every response carries these unless its route sets others. */
export function securityHeaders({ origins, client }: Pick<Config, 'origins' | 'client'>): FixedHeaders {
  const https = origins[0].startsWith('https:')
  return Object.freeze({
    'content-security-policy': contentSecurityPolicy(client),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': `max-age=${TWO_YEARS}; includeSubDomains` }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The camera reads attendees' QR codes at check-in.
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'reporting-endpoints': `reports="${REPORTS_PATH}"`,
    'cache-control': 'no-store',
  })
}

/**
 * Headers for forwarded pages of the identity provider: they contain inline scripts that change without notice, our
 * own page frames one of them, and an opener policy would cut the sign-in popup off from its opener.
 */
export function passedOnHeaders(own: FixedHeaders): FixedHeaders {
  const { 'cross-origin-opener-policy': _opener, 'reporting-endpoints': _reports, ...rest } = own
  return Object.freeze({
    ...rest,
    'content-security-policy': "frame-ancestors 'self'; base-uri 'none'; object-src 'none'",
  })
}

function contentSecurityPolicy(client: Config['client']) {
  const authDomain = client.AUTH_EMULATOR ? [] : [`https://${client.FIREBASE_AUTH_DOMAIN}`]
  const directives = {
    'default-src': ["'none'"],
    // The identity SDK loads Google's frame messenger for popup and redirect sign-in.
    'script-src': ["'self'", 'https://apis.google.com'],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", 'https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    'frame-src': ["'self'", ...authDomain],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'report-uri': [REPORTS_PATH],
    'report-to': ['reports'],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

type HeaderArgument = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * A response that cannot be sent without the fixed headers, however it is written: by a route, a plugin, a framework
 * error, or Node itself. Merging them in `writeHead` costs less than `reply.headers()` in a hook.
 */
export function createResponseClass(fixed: FixedHeaders, lifecycle: Lifecycle) {
  return class FixedHeaderResponse<
    Request extends IncomingMessage = IncomingMessage,
  > extends ServerResponse<Request> {
    fixedHeaders = fixed

    override writeHead(status: number, reason?: string, headers?: HeaderArgument): this
    override writeHead(status: number, headers?: HeaderArgument): this
    override writeHead(status: number, first?: string | HeaderArgument, second?: HeaderArgument): this {
      return typeof first === 'string'
        ? super.writeHead(status, first, this.#merge(second))
        : super.writeHead(status, this.#merge(first))
    }

    #merge(given: HeaderArgument | undefined): OutgoingHttpHeaders {
      const merged: OutgoingHttpHeaders = { ...this.fixedHeaders }
      // Streams set headers one by one before: `writeHead` would override them.
      for (const name of this.getHeaderNames()) delete merged[name]
      if (lifecycle.phase === 'draining') merged['connection'] = 'close'
      return Object.assign(merged, Array.isArray(given) ? pairs(given) : given)
    }
  }
}
export type FixedHeaderResponse = InstanceType<ReturnType<typeof createResponseClass>>

/** Node's own answers pass their headers as a flat list. */
function pairs(list: OutgoingHttpHeader[]): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (let at = 0; at + 1 < list.length; at += 2) headers[String(list[at]).toLowerCase()] = list[at + 1]
  return headers
}
