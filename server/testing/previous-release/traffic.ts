import { setTimeout as wait } from 'node:timers/promises'

import type { EventEdit } from '#shared/events.ts'
import type { MeetingDetails } from '#shared/meetings.ts'
import type { OwnProfile } from '#shared/members.ts'
import { editOf } from '#shared/profile-edit.ts'
import type { AuthEmulator } from '#server/testing/auth-emulator.ts'
import { clientErrorBatch, clientErrorEntry } from '#server/testing/client-error-batch.ts'
import { ask, signInAt } from '#server/testing/replicas.ts'

import { type Answer, createAcknowledged, type Person } from './acknowledged.ts'

type Call = [
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
]

const PASSWORD = 'correct horse'
/** Milliseconds between two rounds of a member, who may send a server 120 writes and 60 batches of errors a minute. */
const PACE = 1_200
const DAY = 24 * 60 * 60 * 1_000

/**
 * People who use the product through whichever servers serve at the moment, and what these acknowledge.
 * @param serving origins. Calls take turns: one server has to know what the other was told a moment ago
 */
export function createTraffic(emulator: AuthEmulator, serving: () => readonly string[]) {
  const acknowledged = createAcknowledged()
  /** A line for each call that did not succeed. */
  const failures: string[] = []
  let turn = 0
  const nextOrigin = () => {
    const origins = serving()
    turn += 1
    return origins[turn % origins.length]!
  }

  async function call<T>(person: Person, ...[method, path, body, headers]: Call) {
    const origin = nextOrigin()
    const answer = await ask(method, origin + path, {
      body,
      headers: { ...person.sessions.at(-1), ...headers },
    })
    const text = await answer.text()
    if (!answer.ok) failures.push(`${method} ${path} at ${origin}: ${answer.status} ${text}`)
    return answer.ok ? ((text ? JSON.parse(text) : {}) as T) : undefined
  }

  async function signIn(person: Person) {
    const { idToken } = await emulator.signIn(person.email, PASSWORD)
    person.sessions.push(await signInAt(nextOrigin(), idToken, { 'x-forwarded-for': addressOf(person) }))
  }

  async function saveHeadline(person: Person, headline: string) {
    const own = await call<OwnProfile>(person, 'GET', '/api/me')
    if (!own) return
    const edit = { ...editOf(own), displayName: person.email, headline }
    const saved = await call(person, 'PUT', '/api/me', edit, { 'if-match': `"${own.version}"` })
    if (saved) acknowledged.headlines.set(person, headline)
  }

  async function respond(person: Person, event: string, state: Answer) {
    const done = await call(person, 'PUT', `/api/events/${event}/rsvp`, { state, guests: 0 })
    if (done) acknowledged.rsvps.get(event)?.set(person, state)
  }

  /** @param times more than once as after a lost answer */
  async function report(person: Person, times: number) {
    const entries = [clientErrorEntry(), clientErrorEntry()]
    const batch = clientErrorBatch(entries)
    for (let attempt = 0; attempt < times; attempt += 1) {
      const receipt = await call(person, 'POST', '/api/client-errors', batch)
      if (receipt) for (const { id } of entries) acknowledged.clientErrors.add(id)
    }
  }

  return {
    acknowledged,
    failures,
    signIn,
    respond,
    report,

    async join(email: string): Promise<Person> {
      const { uid } = await emulator.createUser({ email, password: PASSWORD, emailVerified: true })
      const person: Person = { id: uid, email, sessions: [] }
      await signIn(person)
      await saveHeadline(person, 'New here')
      await call(person, 'POST', '/api/me/onboarded')
      return person
    },

    /** @param capacity absent: no limit. @returns its id */
    async publishEvent(organiser: Person, title: string, capacity?: number) {
      const event = await call<{ id: string }>(organiser, 'POST', '/api/events', eventEdit(title, capacity))
      const id = event?.id ?? ''
      await call(organiser, 'POST', `/api/events/${id}/publish`)
      acknowledged.rsvps.set(id, new Map())
      return id
    },

    /** One asks, and so does the other: that connects them. */
    async connect(one: Person, other: Person) {
      await call(one, 'POST', '/api/connections', { memberId: other.id, note: 'We met at the door.' })
      const answer = await call(other, 'POST', '/api/connections', { memberId: one.id, note: '' })
      if (answer) acknowledged.connected.push([one, other])
    },

    /** Scheduled, as both can come. */
    async meet(organiser: Person, guest: Person, purpose: string) {
      const slot = new Date(Date.now() + DAY).toISOString()
      const details = { kind: 'advice', durationMinutes: 30, place: '', joinUrl: '', agenda: [] }
      const proposal = { ...details, purpose, participants: [guest.id], slots: [slot] }
      const meeting = await call<MeetingDetails>(organiser, 'POST', '/api/meetings', proposal)
      if (!meeting) return
      const votes = [{ slot, vote: 'yes' }]
      if (await call(guest, 'PUT', `/api/meetings/${meeting.id}/votes`, { votes }))
        acknowledged.meetings.push({ id: meeting.id, purpose, participants: [organiser, guest] })
    },

    /** Which the previous release cannot do, nor can it show the notification. */
    messageAttendee: (organiser: Person, event: string, attendee: Person, text: string) =>
      call(organiser, 'POST', `/api/events/${event}/roster/${attendee.id}/messages`, { text }),

    /** Each saves the profile, changes an RSVP and reports errors, again and again, until they stop. */
    start(people: readonly Person[], event: string) {
      const rounds = new Map(people.map((person) => [person, 0]))
      const stopping = new AbortController()
      async function use(person: Person) {
        for (let round = 1; !stopping.signal.aborted; round += 1) {
          await call(person, 'GET', '/api/session')
          await saveHeadline(person, `Headline of ${performance.now()}`)
          await respond(person, event, round % 2 === 0 ? 'maybe' : 'going')
          await report(person, 1)
          rounds.set(person, round)
          await wait(PACE)
        }
      }
      const using = people.map(use)
      return {
        /** Resolves once each has gone through so many more rounds. */
        async more(count: number) {
          const goal = Math.max(...rounds.values()) + count
          while (Math.min(...rounds.values()) < goal) await wait(PACE / 20)
        },
        async stop() {
          stopping.abort()
          await Promise.all(using)
        },
      }
    },
  }
}

/** Each from another household. */
const addressOf = ({ id }: Person) => `203.0.${id.charCodeAt(0)}.${id.charCodeAt(1)}`

function eventEdit(title: string, capacity: number | undefined): EventEdit {
  const start = Date.now() + 7 * DAY
  return {
    title,
    summary: '',
    description: '',
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + DAY / 12).toISOString(),
    allDay: false,
    timeZone: 'Europe/Lisbon',
    format: 'inPerson',
    venue: { name: 'The hall', address: { city: 'Lisbon' } },
    cover: '',
    visibility: 'members',
    ...(capacity !== undefined && { capacity }),
    guestsMax: 0,
    hosts: [],
    tags: [],
  }
}
