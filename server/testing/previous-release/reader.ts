import { ask } from '#server/testing/replicas.ts'

import type { Acknowledged, Meeting, Person } from './acknowledged.ts'

interface Event {
  mine?: { state: string }
  seats: { going: number }
}

/** What a server shows members of that which any server has acknowledged. */
export function createReader({ members, rsvps, connected, meetings }: Acknowledged, origin: string) {
  async function read<T>({ sessions }: Person, path: string, session = sessions.at(-1)): Promise<T> {
    const answer = await ask('GET', origin + path, { headers: session ?? {} })
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const anyone = () => members[0]!

  async function personLines(person: Person) {
    const states = person.sessions.map((session) =>
      read<{ authenticated: boolean }>(person, '/api/session', session),
    )
    const live = (await Promise.all(states)).filter(({ authenticated }) => authenticated)
    const { headline } = await read<{ headline: string }>(person, '/api/me')
    await read(person, '/api/notifications')
    return [`${person.email}: ${live.length} sessions`, `${person.email}: ${headline}`]
  }

  async function eventLines(event: string, people: Iterable<Person>) {
    const own = [...people].map(async (person) => {
      const { mine } = await read<Event>(person, `/api/events/${event}`)
      return `${event}: ${person.email} ${mine?.state}`
    })
    const { items } = await read<{ items: { member: { displayName: string } }[] }>(
      anyone(),
      `/api/events/${event}/attendees`,
    )
    const going = items.map(({ member }) => member.displayName)
    return [...(await Promise.all(own)), `${event}: ${going.toSorted().join(' ')} going`]
  }

  async function connectionLine(from: Person, to: Person) {
    const { state } = await read<{ state: string }>(from, `/api/connections/with/${to.id}`)
    return `${from.email} and ${to.email}: ${state}`
  }

  async function meetingLine({ id }: Meeting, person: Person) {
    const { purpose, status } = await read<{ purpose: string; status: string }>(person, `/api/meetings/${id}`)
    const { coming } = await read<{ coming: { id: string }[] }>(person, '/api/meetings')
    const listed = coming.some((each) => each.id === id) ? 'listed' : 'absent'
    return `${id}: ${person.email}, ${purpose}, ${status}, ${listed}`
  }

  return {
    async lines() {
      const found = await Promise.all([
        ...members.map(personLines),
        ...[...rsvps].map(([event, answers]) => eventLines(event, answers.keys())),
        ...connected.flatMap(([one, other]) => [connectionLine(one, other), connectionLine(other, one)]),
        ...meetings.flatMap((meeting) => meeting.participants.map((person) => meetingLine(meeting, person))),
      ])
      return found.flat().toSorted()
    },

    /** By event: how many are going. */
    async seats() {
      const found = [...rsvps.keys()].map(async (event) => {
        const { seats } = await read<Event>(anyone(), `/api/events/${event}`)
        return [event, seats.going] as const
      })
      return Object.fromEntries(await Promise.all(found))
    },
  }
}
