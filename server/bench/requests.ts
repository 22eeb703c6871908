import { IMPORT_LIMITS } from '#shared/accounts/invitation-rules.ts'

import { buildClient } from '#server/tools/client-build.ts'
import { ADMIN, FULL_EVENT, ORGANISER, seedCommunity, UPCOMING, upcomingId, VIEWER } from './community.ts'
import { FULL_LIVES } from './full-lives.ts'
import { memberId } from './members.ts'
import { startProduct } from './product.ts'
import type { Figure, Row } from './row.ts'
import { searchFigures } from './search-speed.ts'

const MEMBERS = 100_000

const EVENT = upcomingId(24)

/**
 * The requests of each screen that a member opens, with the required share of bare Fastify’s rate. They are sent for the
 * members with a full life, unless someone else asks.
 */
const REQUESTS = [
  { name: 'session', path: '/api/session', target: 0.3 },
  { name: 'session, signed out', path: '/api/session', as: undefined, target: 0.45 },
  { name: 'own profile', path: '/api/me', target: 0.18 },
  { name: 'page of an app screen', path: '/events', as: undefined, target: 0.25 },
  { name: 'landing page', path: '/', as: undefined, target: 0.22 },
  { name: 'dashboard', path: '/api/dashboard', target: 0.022 },
  { name: 'dashboard with 350 connections', path: '/api/dashboard', as: [VIEWER], target: 0.022 },
  { name: 'dashboard of an organiser', path: '/api/dashboard', as: [ORGANISER], target: 0.015 },
  { name: 'event list', path: '/api/events', target: 0.035 },
  { name: 'event list with 350 connections', path: '/api/events', as: [VIEWER], target: 0.015 },
  { name: 'own events', path: '/api/events?list=mine', target: 0.035 },
  { name: 'past events', path: '/api/events?list=past', target: 0.035 },
  { name: 'event', path: `/api/events/${EVENT}`, target: 0.06 },
  { name: 'event of 1,000', path: `/api/events/${FULL_EVENT}`, target: 0.06 },
  { name: 'attendees of 1,000', path: `/api/events/${FULL_EVENT}/attendees`, target: 0.05 },
  { name: 'directory', path: '/api/directory', target: 0.05 },
  { name: 'directory filters', path: '/api/directory/facets', target: 0.05 },
  { name: 'connections', path: '/api/connections', target: 0.06 },
  { name: '350 connections, first page', path: '/api/connections', as: [VIEWER], target: 0.06 },
  { name: 'introductions', path: '/api/introductions', target: 0.08 },
  { name: 'suggestions', path: '/api/suggestions', target: 0.04 },
  { name: 'profile', path: `/api/members/${FULL_LIVES[1]}`, target: 0.1 },
  { name: 'notifications', path: '/api/notifications', target: 0.04 },
  { name: 'unread notifications', path: '/api/notifications/unread', target: 0.12 },
  { name: 'meetings', path: '/api/meetings', target: 0.04 },
  { name: 'past meetings', path: '/api/meetings/past', target: 0.04 },
  { name: 'prestige', path: '/api/prestige', target: 0.1 },
  {
    name: 'roster of 1,000, first page',
    path: `/api/events/${FULL_EVENT}/roster`,
    as: [ORGANISER],
    target: 0.03,
  },
  {
    name: 'check-in list of 1,000',
    path: `/api/events/${FULL_EVENT}/check-in-list`,
    as: [ORGANISER],
    target: 0.012,
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

/** Measures the whole stack at 100,000 members, for 600 with a full life in turn. */
export async function requestRows(): Promise<(Row | Figure)[]> {
  await buildClient()
  const members = [VIEWER, ORGANISER, ADMIN, ...GUESTS, ...FULL_LIVES]
  const product = await startProduct((store) => seedCommunity(store, MEMBERS), members)
  try {
    const rows: Row[] = []
    for (const request of REQUESTS) rows.push(await product.read({ as: FULL_LIVES, ...request }))
    const rsvps = Array.from({ length: UPCOMING }).flatMap((_, at) =>
      GUESTS.map((as, guest) => ({
        as,
        method: 'PUT' as const,
        path: `/api/events/${upcomingId((at + guest * 7) % UPCOMING)}/rsvp`,
        body: { state: 'going', guests: 0 },
      })),
    )
    rows.push(await product.write('RSVPs to different events', rsvps, 0.05))
    const searches = await searchFigures(product)
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
      ...searches,
      figure('start until the first directory answer', seconds(startedIn), 's', 1),
      figure('the same in processor time', seconds(startedInProcessorTime), 's', 2),
      figure('resident memory after the start', megabytes(residentBytes), 'MB', 320),
      figure('resident memory after these requests', megabytes(usage.residentBytes), 'MB', 320),
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
