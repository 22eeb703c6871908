export interface Person {
  id: string
  email: string
  /** Headers of all that were ever opened. The last one is in use. */
  sessions: Record<string, string>[]
}

export type Answer = 'going' | 'maybe' | 'declined'

export interface Meeting {
  id: string
  purpose: string
  participants: readonly [Person, Person]
}

export type Acknowledged = ReturnType<typeof createAcknowledged>

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

    /** As lines, to be compared with what `createReader` reads. */
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

    /** By event: how many are going. */
    seats: () => Object.fromEntries([...rsvps.keys()].map((event) => [event, goingTo(event).length])),
  }
}
