import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { MINUTE } from '#shared/lib/durations.ts'
import { tooMany } from '#server/lib/failure.ts'
import { pathOf } from '#server/http/request-log.ts'

/**
 * Requests per minute. Requests with a session are counted by session, all others by address (IPv6 by /64, which is
 * one household). So a venue with hundreds of members behind one address is not locked out, not even by a flood of
 * anonymous requests from there.
 */
export const QUOTAS = {
  visitor: { reads: 1200, writes: 300 },
  member: { reads: 600, writes: 120 },
  /** A directory page alone shows 24, and a browser with an empty cache requests all of them. */
  pictures: { visitor: 1200, member: 3000 },
  /** Streams opened: one for each browser, and again when it shows other live views or its connection breaks. */
  streams: { visitor: 300, member: 60 },
  /** Exchanges and sign-outs without a session: at a venue, everyone signs in within minutes. */
  signIns: 300,
  /** Requests for addresses that do not exist: many of them are a scan for vulnerabilities. */
  misses: { visitor: 60, member: 120 },
  clientErrors: { visitor: 30, member: 60 },
  reports: 20,
  /** Programs poll every minute, from each of a person's devices; calendar services poll for thousands. */
  calendars: { address: 1200, feed: 60 },
} as const

type Guard = (request: FastifyRequest) => Promise<void>
export type RateLimits = Awaited<ReturnType<typeof createRateLimits>>

/** Identifies the session of a request. */
interface Callers {
  /** Returns the id from memory, without a check. */
  recallUserId: (request: FastifyRequest) => string | undefined
  /** @throws when there is no session, or it cannot be checked */
  verifyUserId: (request: FastifyRequest) => Promise<string>
  /** Whether there is a session cookie, valid or not. */
  hasSessionCookie: (request: FastifyRequest) => boolean
}

interface Options {
  /** Used in load tests: counts, so that the cost shows, but refuses no request. */
  lifted: boolean
  callers: Callers
}

export async function createRateLimits(app: FastifyInstance, { lifted, callers }: Options) {
  await app.register(rateLimit, { global: false, ipv6Subnet: 64, cache: 20_000 })

  const guard = (max: number, keyGenerator?: (request: FastifyRequest) => string): Guard => {
    const check = app.createRateLimit({
      max: lifted ? Number.MAX_SAFE_INTEGER : max,
      timeWindow: MINUTE,
      ...(keyGenerator && { keyGenerator }),
    })
    return async (request) => {
      const spent = await check(request)
      if (!spent.isAllowed && spent.isExceeded) throw tooMany(spent.ttl)
    }
  }
  /** Includes unverified and suspended people, who have a session too. */
  const bySession = (max: number) => guard(max, ({ session }) => session.claims.uid)
  /** Uses only the remembered session: checking it would cost more than the limit saves. */
  const byRecalled = (max: number) => guard(max, (request) => String(callers.recallUserId(request)))
  const byCaller = (visitor: number, member: number): Guard => {
    const visitors = guard(visitor)
    const members = byRecalled(member)
    return (request) => (callers.recallUserId(request) === undefined ? visitors : members)(request)
  }

  const { visitor, member, pictures, streams } = QUOTAS
  /** Hooks of routes that need a session, at three points in a request's life. */
  const closed = (visitors: Guard, members: Guard) => ({
    /** Runs first: without a cookie there is no session to check. */
    withoutCookie: (request: FastifyRequest) =>
      callers.hasSessionCookie(request) ? Promise.resolve() : visitors(request),
    /** Counts invalid cookies. Checked first, so that a flood of forged ones does not block real ones. */
    refused: visitors,
    /** Runs once the session is established. */
    member: members,
  })
  const sessionReads = { visitors: guard(visitor.reads), members: byRecalled(member.reads) }

  return {
    calls: closed(
      byMethod(guard(visitor.reads), guard(visitor.writes)),
      byMethod(bySession(member.reads), bySession(member.writes)),
    ),
    pictures: closed(guard(pictures.visitor), bySession(pictures.member)),
    streams: closed(guard(streams.visitor), bySession(streams.member)),
    /** Hook of the session routes. Reading the session establishes it anyway; an exchange must not wait for that. */
    session: byMethod(
      (request) =>
        callers.hasSessionCookie(request)
          ? callers.verifyUserId(request).then(
              () => sessionReads.members(request),
              () => sessionReads.visitors(request),
            )
          : sessionReads.visitors(request),
      byCaller(QUOTAS.signIns, member.writes),
    ),
    /** Hook of routes that cost something and need no session. */
    open: byCaller(visitor.reads, member.reads),
    /** Hook of the identity provider's pages: each request is one of ours to the provider. */
    identityPages: byCaller(visitor.reads, member.reads),
    misses: byCaller(QUOTAS.misses.visitor, QUOTAS.misses.member),
    reports: guard(QUOTAS.reports),
    calendars: {
      byAddress: guard(QUOTAS.calendars.address),
      byFeed: guard(QUOTAS.calendars.feed, ({ url }) => pathOf(url)),
    },
    clientErrors: byCaller(QUOTAS.clientErrors.visitor, QUOTAS.clientErrors.member),
  }
}

const byMethod =
  (reads: Guard, writes: Guard): Guard =>
  (request) =>
    request.method === 'GET' || request.method === 'HEAD' ? reads(request) : writes(request)
