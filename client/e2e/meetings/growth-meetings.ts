import { HOUR } from '#shared/lib/durations.ts'
import type { AvailabilityEdit } from '#shared/meetings/availability.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { call, type Member } from '#client/e2e/members.ts'

/** Available at any hour, so that only the others' hours decide. */
export async function beAvailable({ page, name }: Member) {
  const windows = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  const edit: AvailabilityEdit = { windows, daysOff: [] }
  const { status } = await call(page, 'PUT', '/api/me/availability', edit, 0)
  if (status !== 200) throw new Error(`${name} could not set their hours: ${status}`)
}

/** The organiser proposes two times to the others. */
export async function propose(
  { page }: Pick<Member, 'page'>,
  others: readonly Pick<Member, 'id'>[],
  purpose = 'Compare notes on hiring',
) {
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
  const { body, status } = await call<MeetingDetails>(page, 'POST', '/api/meetings', {
    purpose,
    kind: 'advice',
    participants: others.map(({ id }) => id),
    durationMinutes: 45,
    slots: [inHours(48), inHours(72)],
    place: '',
    joinUrl: 'https://meet.example/hiring',
    agenda: [],
  })
  if (status !== 201) throw new Error(`The meeting could not be proposed: ${JSON.stringify(body)}`)
  return body
}
