import { IMPORT_LIMITS } from '#shared/accounts/invitation-rules.ts'

import { ADMIN, FULL_EVENT, ORGANISER, seedCommunity, UPCOMING, upcomingId, VIEWER } from './community.ts'
import { memberId } from './members.ts'
import { startProduct } from './product.ts'
import type { Figure, Row } from './row.ts'

const MEMBERS = 100_000

/** Requests of members, with the required share of bare Fastify's rate. */
const REQUESTS = [
  { name: 'GET /api/session', path: '/api/session', target: 0.6 },
  { name: 'GET /api/session, signed out', path: '/api/session', signedOut: true, target: 0.55 },
  { name: 'GET /api/me', path: '/api/me', target: 0.4 },
  { name: 'dashboard', path: '/api/dashboard', target: 0.04, slowestP99: 25 },
  { name: 'introductions', path: '/api/suggestions', target: 0.1 },
  { name: 'directory, first page', path: '/api/directory', target: 0.073 },
  { name: 'directory, names with “an”', path: '/api/directory?q=an', target: 0.06 },
  { name: 'directory, filters', path: '/api/directory/facets', target: 0.02 },
  { name: 'event list', path: '/api/events', target: 0.12 },
  { name: 'event', path: `/api/events/${FULL_EVENT}`, target: 0.21 },
  { name: 'connections, first page', path: '/api/connections', target: 0.15 },
  {
    name: 'roster of 1,000, first page',
    path: `/api/events/${FULL_EVENT}/roster`,
    organiser: true,
    target: 0.04,
  },
  {
    name: 'check-in list of 1,000',
    path: `/api/events/${FULL_EVENT}/check-in-list`,
    organiser: true,
    target: 0.005,
  },
]

/** Members who RSVP at the same time, each to a different event. */
const GUESTS = Array.from({ length: 16 }, (_, at) => memberId(2_000 + at))

/** An import as the client sends it. */
const INVITED = 5_000
const imports = Array.from({ length: INVITED / IMPORT_LIMITS.batch }, (_, batch) => ({
  as: ADMIN,
  method: 'POST' as const,
  path: '/api/admin/invitations/import',
  body: {
    preview: false,
    rows: Array.from({ length: IMPORT_LIMITS.batch }, (_row, at) => ({
      email: `invited-${batch}-${at}@example.org`,
      displayName: `Invited ${batch} ${at}`,
      company: 'Harbour Works',
      bio: 'What we did last year, and what we are going to do. '.repeat(8),
    })),
  },
}))

/** Measures the whole stack at 100,000 members, for one with 350 connections. */
export async function requestRows(): Promise<(Row | Figure)[]> {
  const members = [VIEWER, ORGANISER, ADMIN, ...GUESTS]
  const product = await startProduct((store) => seedCommunity(store, MEMBERS), members)
  try {
    const rows: Row[] = []
    for (const { signedOut = false, organiser = false, ...request } of REQUESTS)
      rows.push(await product.read({ ...request, ...(!signedOut && { as: organiser ? ORGANISER : VIEWER }) }))
    const rsvps = Array.from({ length: UPCOMING }).flatMap((_, at) =>
      GUESTS.map((as, guest) => ({
        as,
        method: 'PUT' as const,
        path: `/api/events/${upcomingId((at + guest * 7) % UPCOMING)}/rsvp`,
        body: { state: 'going', guests: 0 },
      })),
    )
    rows.push(await product.write('RSVPs to different events', rsvps, 0.05))
    const { startedIn, startedInProcessorTime, residentBytes } = product.ready
    const usage = await product.usage()
    const slowest = await product.slowestDuring(imports, { as: VIEWER, path: '/api/dashboard' }, 20)
    const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)
    const figure = (name: string, value: number, unit: string, limit: number): Figure => ({
      name: `${name}, 100,000 members`,
      value,
      unit,
      bound: 'at most',
      limit,
    })
    const seconds = (milliseconds: number) => Number((milliseconds / 1_000).toFixed(1))
    return [
      ...rows,
      figure('start until the first directory answer', seconds(startedIn), 's', 1),
      figure('the same in processor time', seconds(startedInProcessorTime), 's', 2),
      figure('resident memory after the start', megabytes(residentBytes), 'MB', 220),
      figure('resident memory after these requests', megabytes(usage.residentBytes), 'MB', 220),
      figure(
        `slowest dashboard while ${INVITED.toLocaleString('en')} people are invited`,
        slowest,
        'ms',
        100,
      ),
    ]
  } finally {
    await product.stop()
  }
}
