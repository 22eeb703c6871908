import { ask } from '#server/testing/replicas.ts'

export interface Person {
  id: string
  email: string
  /** Headers of all that were ever opened. The last one is in use. */
  sessions: Record<string, string>[]
}

export type Answer = 'going' | 'maybe' | 'declined'

interface Meeting {
  id: string
  purpose: string
  participants: readonly [Person, Person]
}

/** What servers have acknowledged, none of which they may ever lose. */
export function createAcknowledged() {
  /** Whose view counts. Without organisers, who get notifications of a new topic every quarter of an hour. */
  const members: Person[] = []
  /** The latest of each person. */
  const headlines = new Map<Person, string>()
  /** By event, the latest of each person. */
  const rsvps = new Map<string, Map<Person, Answer>>()
  const connected: (readonly [Person, Person])[] = []
  const meetings: Meeting[] = []
  /** Ids of entries. */
  const clientErrors = new Set<string>()

  const goingTo = (event: string) =>
    [...(rsvps.get(event) ?? [])].flatMap(([{ email }, state]) => (state === 'going' ? [email] : []))

  return {
    members,
    headlines,
    rsvps,
    connected,
    meetings,
    clientErrors,

    /** As lines, to be compared with `readAt`. */
    lines: () =>
      [
        ...members.flatMap((person) => [
          `${person.email}: ${person.sessions.length} sessions`,
          `${person.email}: ${headlines.get(person)}`,
        ]),
        ...[...rsvps].flatMap(([event, answers]) => [
          ...[...answers].map(([{ email }, state]) => `${event}: ${email} ${state}`),
          `${event}: ${goingTo(event).toSorted().join(' ')} going`,
        ]),
        ...connected.flatMap(([one, other]) => [
          `${one.email} and ${other.email}: connected`,
          `${other.email} and ${one.email}: connected`,
        ]),
        ...meetings.flatMap(({ id, purpose, participants }) =>
          participants.map(({ email }) => `${id}: ${email}, ${purpose}, scheduled, listed`),
        ),
      ].toSorted(),

    /** The same, as a server shows it to these people. */
    async readAt(origin: string) {
      const read = async <T>({ sessions }: Person, path: string, session = sessions.at(-1)) => {
        const answer = await ask('GET', origin + path, { headers: session ?? {} })
        if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as T
      }
      const lines: Promise<string[]>[] = [
        ...members.map(async (person) => {
          const states = person.sessions.map((session) =>
            read<{ authenticated: boolean }>(person, '/api/session', session),
          )
          const live = (await Promise.all(states)).filter(({ authenticated }) => authenticated)
          const { headline } = await read<{ headline: string }>(person, '/api/me')
          await read(person, '/api/notifications')
          return [`${person.email}: ${live.length} sessions`, `${person.email}: ${headline}`]
        }),
        ...[...rsvps].map(async ([event, answers]) => {
          const own = [...answers.keys()].map(async (person) => {
            const { mine } = await read<{ mine?: { state: string } }>(person, `/api/events/${event}`)
            return `${event}: ${person.email} ${mine?.state}`
          })
          const attendees = await read<{ items: { member: { displayName: string } }[] }>(
            members[0]!,
            `/api/events/${event}/attendees`,
          )
          const going = attendees.items.map(({ member }) => member.displayName)
          return [...(await Promise.all(own)), `${event}: ${going.toSorted().join(' ')} going`]
        }),
        ...connected.map(([one, other]) =>
          Promise.all(
            [[one, other] as const, [other, one] as const].map(async ([from, to]) => {
              const { state } = await read<{ state: string }>(from, `/api/connections/with/${to.id}`)
              return `${from.email} and ${to.email}: ${state}`
            }),
          ),
        ),
        ...meetings.map(({ id, participants }) =>
          Promise.all(
            participants.map(async (person) => {
              const meeting = await read<{ purpose: string; status: string }>(person, `/api/meetings/${id}`)
              const { coming } = await read<{ coming: { id: string }[] }>(person, '/api/meetings')
              const listed = coming.some((each) => each.id === id) ? 'listed' : 'absent'
              return `${id}: ${person.email}, ${meeting.purpose}, ${meeting.status}, ${listed}`
            }),
          ),
        ),
      ]
      return (await Promise.all(lines)).flat().toSorted()
    },

    /** By event: how many are going. */
    seats: () => Object.fromEntries([...rsvps.keys()].map((event) => [event, goingTo(event).length])),

    async seatsAt(origin: string) {
      const found = [...rsvps.keys()].map(async (event) => {
        const headers = members[0]!.sessions.at(-1)!
        const answer = await ask('GET', `${origin}/api/events/${event}`, { headers })
        const { seats } = (await answer.json()) as { seats: { going: number } }
        return [event, seats.going] as const
      })
      return Object.fromEntries(await Promise.all(found))
    },
  }
}
