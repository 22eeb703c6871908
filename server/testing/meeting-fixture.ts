import type { MeetingDetails, MeetingProposal } from '#shared/meetings.ts'
import { connections } from '#server/features/connections/collection.ts'
import { accept, sendRequest } from '#server/features/connections/connection-state.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { withDerived } from '#server/features/meetings/state.ts'

import { startTestApp, type TestApp } from './app.ts'

const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

type Person = Awaited<ReturnType<TestApp['member']>>
export type MeetingFixture = Awaited<ReturnType<typeof openMeetingFixture>>

/** A running product with an organiser, connections of theirs who do not know each other, and the meetings' routes. */
export async function openMeetingFixture() {
  const app = await startTestApp({ liftRateLimits: true })

  async function connect(one: Person, ...others: Person[]) {
    await app.store.transact(async (tx) => {
      for (const { uid } of others) {
        const request = sendRequest(undefined, { actor: one.uid, receiver: uid, note: '', now: app.clock() })
        tx.put(connections, accept(request, { actor: uid, now: app.clock() }))
      }
    })
    // As another process does, and seen after a second.
    app.advance(1_000)
  }

  /** An organiser and this many connections of theirs. */
  async function people(count: number) {
    const organiser = await app.member()
    const others: Person[] = []
    for (let at = 0; at < count; at += 1) others.push(await app.member())
    await connect(organiser, ...others)
    return [organiser, ...others] as [Person, Person, Person, ...Person[]]
  }

  /** Moves a meeting into the past, so that time passes for it and not for sessions. */
  async function age(id: string, milliseconds: number) {
    const earlier = (instant: string) => new Date(Date.parse(instant) - milliseconds).toISOString()
    await app.store.transact(async (tx) => {
      const meeting = await tx.get(meetings, id)
      if (!meeting) throw new Error(`There is no meeting ${id}`)
      const { proposedAt, votingSince, closesAt, slots, startsAt } = meeting
      const moved = {
        ...meeting,
        proposedAt: earlier(proposedAt),
        votingSince: earlier(votingSince),
        closesAt: earlier(closesAt),
        slots: slots.map((slot) => ({ ...slot, startsAt: earlier(slot.startsAt) })),
        ...(startsAt && { startsAt: earlier(startsAt) }),
      }
      tx.put(meetings, withDerived(moved, app.clock()))
    })
  }

  const inHours = (hours: number) => new Date(app.clock() + hours * HOUR).toISOString()

  const proposal = (
    participants: readonly Person[],
    more: Partial<MeetingProposal> = {},
  ): MeetingProposal => ({
    purpose: 'Who bakes for whom',
    kind: 'advice',
    participants: participants.map(({ uid }) => uid),
    durationMinutes: 60,
    slots: [inHours(24), inHours(48)],
    place: 'The corner café',
    joinUrl: '',
    agenda: ['Bread', 'Signs'],
    ...more,
  })

  const send = (
    person: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers = {},
  ) => person.call(method, `/api/meetings${path}`, { headers, ...(body !== undefined && { body }) })

  /** @throws Error unless it succeeds */
  async function succeed(...request: Parameters<typeof send>) {
    const answer = await send(...request)
    if (answer.statusCode >= 300) throw new Error(`${request[1]} ${request[2]}: ${answer.body}`)
    return (answer.statusCode === 204 ? {} : answer.json()) as MeetingDetails
  }

  const propose = (organiser: Person, others: readonly Person[], more?: Partial<MeetingProposal>) =>
    succeed(organiser, 'POST', '', proposal(others, more))

  /** Scheduled for the first slot, a day ahead. */
  async function schedule(organiser: Person, others: readonly Person[], more?: Partial<MeetingProposal>) {
    const { id, slots } = await propose(organiser, others, more)
    return succeed(organiser, 'POST', `/${id}/choose`, { slot: slots[0]!.startsAt })
  }

  /** Took place a few hours ago, as everyone confirmed. */
  async function hold(organiser: Person, others: readonly Person[]) {
    const { id } = await schedule(organiser, others)
    await age(id, 27 * HOUR)
    let meeting: MeetingDetails | undefined
    for (const person of [organiser, ...others])
      meeting = await succeed(person, 'POST', `/${id}/confirm`, { held: true })
    return meeting!
  }

  return {
    app,
    age,
    close: app.close,
    people,
    connect,
    inHours,
    proposal,
    send,
    succeed,
    propose,
    schedule,
    hold,
    /** Status and, of a refusal, its code. */
    async outcome(...request: Parameters<typeof send>) {
      const answer = await send(...request)
      const { code } = answer.statusCode >= 400 ? answer.json<{ code: string }>() : { code: undefined }
      return code ?? answer.statusCode
    },
    get: (person: Person, id: string) => succeed(person, 'GET', `/${id}`),
  }
}

export type { Person as MeetingPerson }
