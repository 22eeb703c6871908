import { FULL_EVENT, ORGANISER, seedCommunity, VIEWER } from './community.ts'
import type { Figure } from './pages.ts'
import { startProduct } from './product.ts'
import type { Row } from './row.ts'

const MEMBERS = 100_000

/** What members ask for, and how much of what bare Fastify does they should get. */
const REQUESTS = [
  { name: 'GET /api/session', path: '/api/session', target: 0.4 },
  { name: 'GET /api/session, signed out', path: '/api/session', signedOut: true, target: 0.55 },
  { name: 'GET /api/me', path: '/api/me', target: 0.4 },
  { name: 'dashboard', path: '/api/dashboard', target: 0.05 },
  { name: 'introductions', path: '/api/introductions', target: 0.05 },
  { name: 'directory, first page', path: '/api/directory', target: 0.04 },
  { name: 'event list', path: '/api/events', target: 0.12 },
  { name: 'event', path: `/api/events/${FULL_EVENT}`, target: 0.12 },
  { name: 'connections, first page', path: '/api/connections', target: 0.08 },
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

/** Through the whole stack, at 100,000 members and for one with 350 connections. */
export async function requestRows(): Promise<(Row | Figure)[]> {
  const product = await startProduct((store) => seedCommunity(store, MEMBERS), [VIEWER, ORGANISER])
  try {
    const rows: Row[] = []
    for (const { signedOut = false, organiser = false, ...request } of REQUESTS)
      rows.push(await product.read({ ...request, ...(!signedOut && { as: organiser ? ORGANISER : VIEWER }) }))
    const { startedIn, startedInProcessorTime, residentBytes } = product.ready
    const usage = await product.usage()
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
      figure('start until the first directory answer', seconds(startedIn), 's', 5),
      figure('the same in processor time', seconds(startedInProcessorTime), 's', 5),
      figure('resident memory after the start', megabytes(residentBytes), 'MB', 350),
      figure('resident memory after these requests', megabytes(usage.residentBytes), 'MB', 350),
    ]
  } finally {
    await product.stop()
  }
}
