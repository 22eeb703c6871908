import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { type CheckInEntry, checkInEntries, headcount, outcomeOf } from './attendees.ts'
import type { QueuedCheckIn } from './queue.ts'

const listItem = (id: string, more: Partial<CheckInEntry> = {}) => ({
  member: { id, displayName: id },
  guests: 0,
  codeHash: '',
  ...more,
})
const time = (minute: number) => new Date(Date.UTC(2026, 11, 3, 18, minute)).toISOString()
const queued = (memberId: string, minute: number, more: Partial<QueuedCheckIn> = {}): QueuedCheckIn => ({
  id: String(1_000 + minute),
  eventId: 'evening',
  memberId,
  at: time(minute),
  ...more,
})
const adaAfter = (...since: QueuedCheckIn[]) =>
  checkInEntries([listItem('Ada', { checkedInAt: time(10) })], since)[0]

test('queued check-ins are applied to the server’s list', () => {
  const [ada, ben, grace] = checkInEntries(
    [listItem('Grace'), listItem('Ada'), listItem('Ben', { checkedInAt: time(1) })],
    [queued('Ada', 2)],
  )
  expect(ada).toMatchObject({ checkedInAt: time(2), isQueued: true })
  expect(ben).toMatchObject({ checkedInAt: time(1), isQueued: false })
  expect(grace).not.toHaveProperty('checkedInAt')
})

test('the earliest arrival is shown until it is undone', () => {
  expect(adaAfter(queued('Ada', 20))?.checkedInAt).toBe(time(10))
  expect(adaAfter(queued('Ada', 5))?.checkedInAt).toBe(time(5))
  const undone = queued('Ada', 20, { undo: time(10) })
  expect(adaAfter(undone)).not.toHaveProperty('checkedInAt')
  expect(adaAfter(undone, queued('Ada', 21))?.checkedInAt).toBe(time(21))
  expect(adaAfter(queued('Ada', 5), queued('Ada', 20, { undo: time(5) }))?.checkedInAt).toBe(time(10))
})

test('rejected check-ins are not applied', () => {
  const rejected = queued('Ben', 5, { rejected: { reason: 'noSeat' } })
  expect(checkInEntries([listItem('Ben')], [rejected])[0]).toEqual({ ...listItem('Ben'), isQueued: false })
})

test('attendees are sorted by name, regardless of accents and case', () => {
  const names = checkInEntries(
    ['Zoë', 'Élodie', 'Ada', 'emil', 'Östen'].map((id) => listItem(id)),
    [],
  )
  expect(names.map(({ member }) => member.id)).toEqual(['Ada', 'Élodie', 'emil', 'Östen', 'Zoë'])
})

test('guests count with the member who brings them, and everyone counts once', () => {
  const people = array(record({ guests: integer({ min: 0, max: 5 }), arrived: boolean() }), { maxLength: 20 })
  const repeats = array(constantFrom(...Array.from({ length: 20 }, (_, index) => index)), { maxLength: 40 })
  assert(
    property(people, repeats, (list, again) => {
      const listed = list.map(({ guests }, index) => listItem(`member-${index}`, { guests }))
      const arrived = list.flatMap((person, index) => (person.arrived ? [index] : []))
      const arrivals = [...arrived, ...again.filter((index) => list[index]?.arrived)].map((index, minute) =>
        queued(`member-${index}`, minute),
      )
      expect(headcount(checkInEntries(listed, arrivals))).toEqual({
        expected: list.reduce((sum, { guests }) => sum + 1 + guests, 0),
        arrived: arrived.reduce((sum, index) => sum + 1 + list[index]!.guests, 0),
      })
    }),
  )
})

const member = { id: 'ada', displayName: 'Ada' }
const at = '2026-12-03T18:00:00.000Z'
const checkedIn = { kind: 'checkedIn', name: 'Ada', guests: 2, memberId: 'ada', at }

test('a new arrival is shown as checked in, and a repeated request is not reported as an earlier one', () => {
  expect(outcomeOf({ result: 'checkedIn', member, guests: 2, checkedInAt: at }, at)).toEqual(checkedIn)
  const again = { result: 'alreadyCheckedIn', member, guests: 2 } as const
  const sameTime = '2026-12-03T18:00:00Z'
  expect(outcomeOf({ ...again, checkedInAt: sameTime }, at)).toEqual({ ...checkedIn, at: sameTime })
  const earlier = '2026-12-03T17:30:00.000Z'
  expect(outcomeOf({ ...again, checkedInAt: earlier }, at)).toEqual({
    kind: 'alreadyCheckedIn',
    memberId: member.id,
    name: 'Ada',
    at: earlier,
  })
})

test('a person without a seat is shown with the name that the server gives', () => {
  expect(outcomeOf({ result: 'noSeat', member }, at)).toEqual({ kind: 'noSeat', name: 'Ada' })
  expect(outcomeOf({ result: 'noSeat' }, at)).toEqual({ kind: 'noSeat', name: undefined })
  expect(outcomeOf({ result: 'unknownCode' }, at)).toEqual({ kind: 'invalidCode' })
})
