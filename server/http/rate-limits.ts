import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { tooMany } from '#server/lib/failure.ts'

import { pathOf } from './request-log.ts'

const MINUTE = 60_000

/**
 * Requests a minute. By address they are for whole offices and event venues behind one address; by member they are
 * for one person in a hurry.
 */
export const QUOTAS = {
  reads: { address: 1200, member: 600 },
  writes: { address: 300, member: 120 },
  /** Exchanges, renewals and sign-outs. */
  session: { address: 60 },
  /** Calls for what is not there: nobody does this often except to look for holes. */
  misses: { address: 60 },
  clientErrors: { address: 30, member: 60 },
  reports: { address: 20 },
  /** Programs look every minute, from each of a person's devices; those on the web for thousands from one address. */
  calendars: { address: 1200, feed: 60 },
} as const

type Guard = (request: FastifyRequest) => Promise<void>
export type RateLimits = Awaited<ReturnType<typeof createRateLimits>>

/** @param lifted for load tests: counts, so that its cost shows, and refuses nobody */
export async function createRateLimits(app: FastifyInstance, { lifted }: { lifted: boolean }) {
  await app.register(rateLimit, { global: false, ipv6Subnet: 64, cache: 20_000 })

  const guard = (max: number, keyGenerator?: (request: FastifyRequest) => string): Guard => {
    const check = app.createRateLimit({
      max: lifted ? Number.MAX_SAFE_INTEGER : max,
      timeWindow: MINUTE,
      ...(keyGenerator && { keyGenerator }),
    })
    return async (request) => {
      const spent = await check(request)
      if (!spent.isAllowed && spent.isExceeded) throw tooMany(spent.ttlInSeconds)
    }
  }
  const byMember = (max: number) => guard(max, ({ actor }) => actor.id)

  return {
    /** By address, before anything is known of the caller; IPv6 by /64, which is what one household gets. */
    calls: byMethod(guard(QUOTAS.reads.address), guard(QUOTAS.writes.address)),
    session: byMethod(guard(QUOTAS.reads.address), guard(QUOTAS.session.address)),
    misses: guard(QUOTAS.misses.address),
    reports: guard(QUOTAS.reports.address),
    calendars: {
      byAddress: guard(QUOTAS.calendars.address),
      byFeed: guard(QUOTAS.calendars.feed, ({ url }) => pathOf(url)),
    },
    /** @param userIdOf of a session that is known already: finding out would cost more than the limit saves */
    clientErrors(userIdOf: (request: FastifyRequest) => string | undefined): Guard {
      const visitors = guard(QUOTAS.clientErrors.address)
      const members = guard(QUOTAS.clientErrors.member, (request) => String(userIdOf(request)))
      return (request) => (userIdOf(request) === undefined ? visitors(request) : members(request))
    },
    /** By member, once the session is known. */
    member: byMethod(byMember(QUOTAS.reads.member), byMember(QUOTAS.writes.member)),
  }
}

const byMethod =
  (reads: Guard, writes: Guard): Guard =>
  (request) =>
    request.method === 'GET' || request.method === 'HEAD' ? reads(request) : writes(request)
