import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'
import { EVENT_IDS } from './online-community.ts'
import { ORIGIN } from './production-server.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
}

/**
 * The calls of a browser that shows it, in groups: the calls of a group are made at once, one group after the other.
 */
export type Screen = readonly (readonly Call[])[]

/** Answers that a browser shows again without asking, for `DATA_CACHE.freshFor`, whatever the member does. */
export const KEPT_BY_BROWSERS: ReadonlySet<string> = new Set([
  '/api/me',
  '/api/moderation/warnings',
  '/api/directory/facets',
  '/api/connections/counts',
  '/api/events/tags',
])

export const get = (path: string): Call => ({ method: 'GET', path })
export const anyOf = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)]!

const dashboard = () => [get('/api/dashboard'), get('/api/me'), get('/api/moderation/warnings')]
const eventViews = (event: string) => [get(event), get(`${event}/attendees`), get(`${event}/announcements`)]
const anyEvent = () => `/api/events/${anyOf(EVENT_IDS)}`

function rsvp(): Screen {
  const event = anyEvent()
  const body = { state: anyOf(['going', 'going', 'maybe', 'declined']), guests: 0 }
  return [[{ method: 'PUT', path: `${event}/rsvp`, body }], eventViews(event)]
}

/** Percentage and calls of each screen, by name. Signing in has more calls (`signInScreen`). */
const SCREENS = {
  dashboard: { share: 30, calls: () => [dashboard()] },
  event: { share: 25, calls: () => [eventViews(anyEvent())] },
  directory: {
    share: 20,
    calls: () => [[get('/api/directory'), get('/api/directory/facets'), get('/api/connections/counts')]],
  },
  events: { share: 10, calls: () => [[get('/api/events?list=upcoming'), get('/api/events/tags')]] },
  rsvp: { share: 10, calls: rsvp },
  errors: {
    share: 3,
    calls: () => [
      [{ method: 'POST', path: '/api/client-errors', body: clientErrorBatch([clientErrorEntry()]) }],
    ],
  },
  'sign-in': { share: 2, calls: () => [] },
} as const satisfies Record<string, { share: number; calls: () => Screen }>

export type ScreenName = keyof typeof SCREENS

export const callsOf = (name: ScreenName): Screen => SCREENS[name].calls()

/** The page and the exchange; then the dashboard, with the new session. */
export const signInScreen = (idToken: string): Screen => [
  [get('/login')],
  [{ method: 'POST', path: '/api/session', body: { idToken } }],
  [...dashboard(), get('/api/notifications/unread')],
]

const NAMES = Object.entries(SCREENS).flatMap(([name, { share }]) =>
  Array.from({ length: share }, () => name as ScreenName),
)
export const anyScreen = () => anyOf(NAMES)

/**
 * The headers that the client sends, through a proxy. @param address of the browser: each member is in another
 * household
 */
export function headersOf({ method, body }: Call, { cookie, address }: { cookie: string; address: string }) {
  return {
    host: new URL(ORIGIN).host,
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
    'x-forwarded-for': address,
    'x-forwarded-proto': 'https',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    [CLIENT_VERSION_HEADER]: String(API_VERSION),
    ...(cookie && { cookie }),
    ...(method !== 'GET' && { origin: ORIGIN, 'x-csrf': '1' }),
    ...(body && { 'content-type': 'application/json' }),
  }
}
