import type { EventDetails } from '#shared/events.ts'
import type { Notification } from '#shared/notifications.ts'
import type { RosterPage } from '#shared/roster.ts'
import { auditEntries } from '#server/features/audit/collection.ts'
import type { EventDocument } from '#server/features/events/collection.ts'

import { startOrganiserFixture } from './organiser-fixture.ts'

export type RosterFixture = Awaited<ReturnType<typeof startRosterFixture>>
type Person = Awaited<ReturnType<typeof startOrganiserFixture>>['ada']
type Command = 'addition' | 'removal' | 'promotion' | 'messages'

const BODIES: Record<Command, object> = {
  addition: { place: 'seat' },
  removal: { reason: 'Only for founders' },
  promotion: { reason: 'Gives the talk', aboveLimit: false },
  messages: { text: 'The hall is upstairs' },
}

/** The organisers' fixture, and what is done on rosters. */
export async function startRosterFixture() {
  const fixture = await startOrganiserFixture()

  /** What was answered: the state after the command, `sent`, or the code of the refusal. */
  async function run(
    who: Pick<Person, 'call'>,
    command: Command,
    { id }: Pick<EventDocument, 'id'>,
    { uid }: Pick<Person, 'uid'>,
    { body = {}, version = 0, key }: { body?: object; version?: number; key?: string } = {},
  ) {
    const answer = await who.call('POST', `/api/events/${id}/roster/${uid}/${command}`, {
      body: { ...BODIES[command], ...body },
      headers: command === 'messages' ? { 'idempotency-key': key } : { 'if-match': `"${version}"` },
    })
    if (answer.statusCode === 204) return 'sent'
    const { state, code } = answer.json<{ state?: string; code?: string }>()
    return state ?? code
  }

  const respond = async (who: Person, { id }: EventDocument, state = 'going') => {
    const answer = await who.call('PUT', `/api/events/${id}/rsvp`, { body: { state, guests: 0 } })
    return answer.json<{ code?: string; mine: { state: string } }>()
  }
  const entryOf = async ({ id }: EventDocument, { uid }: Person) => {
    const answer = await fixture.organiser.call('GET', `/api/events/${id}/roster`)
    return answer.json<RosterPage>().items.find(({ member }) => member.id === uid)
  }
  const versionOf = async (event: EventDocument, who: Person) => (await entryOf(event, who))?.version ?? 0
  const seen = async (who: Person, { id }: EventDocument) =>
    (await who.call('GET', `/api/events/${id}`)).json<EventDetails>()
  async function notified(who: Person, { id }: EventDocument) {
    await fixture.services.notifications.idle()
    const { items } = (await who.call('GET', '/api/notifications')).json<{ items: Notification[] }>()
    return items.filter(({ subject }) => subject.id === id).map(({ text }) => text)
  }
  async function audited(event: EventDocument) {
    const { items } = await fixture.store.find(auditEntries, { orderBy: 'at', direction: 'desc', limit: 100 })
    return items.filter(
      ({ target, after, before }) =>
        target === event.id || after?.['event'] === event.id || before?.['event'] === event.id,
    )
  }

  return { ...fixture, run, respond, entryOf, versionOf, seen, notified, audited }
}
