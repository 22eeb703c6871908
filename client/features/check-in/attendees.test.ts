import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { type CheckInEntry, checkInEntries, headcount } from './attendees.ts'
import type { Noted } from './queue/queue.ts'

const seated = (id: string, more: Partial<CheckInEntry> = {}) => ({
  member: { id, displayName: id },
  guests: 0,
  codeHash: '',
  ...more,
})
const time = (minute: number) => new Date(Date.UTC(2026, 11, 3, 18, minute)).toISOString()
const noted = (memberId: string, minute: number, more: Partial<Noted> = {}): Noted => ({
  id: String(1_000 + minute),
  eventId: 'evening',
  memberId,
  at: time(minute),
  ...more,
})
const one = (...since: Noted[]) => checkInEntries([seated('Ada', { checkedInAt: time(10) })], since)[0]

test('what was noted here goes on top of what the server knows', () => {
  const [ada, ben, grace] = checkInEntries(
    [seated('Grace'), seated('Ada'), seated('Ben', { checkedInAt: time(1) })],
    [noted('Ada', 2)],
  )
  expect(ada).toMatchObject({ checkedInAt: time(2), waiting: true })
  expect(ben).toMatchObject({ checkedInAt: time(1), waiting: false })
  expect(grace).not.toHaveProperty('checkedInAt')
})

test('the earliest time counts, until it is taken back', () => {
  expect(one(noted('Ada', 20))?.checkedInAt).toBe(time(10))
  expect(one(noted('Ada', 5))?.checkedInAt).toBe(time(5))
  expect(one(noted('Ada', 20, { undo: true }))).not.toHaveProperty('checkedInAt')
  expect(one(noted('Ada', 20, { undo: true }), noted('Ada', 21))?.checkedInAt).toBe(time(21))
})

test('what the server refused counts for nothing', () => {
  const refused = noted('Ben', 5, { refused: { why: 'noSeat' } })
  expect(checkInEntries([seated('Ben')], [refused])[0]).toEqual({ ...seated('Ben'), waiting: false })
})

test('people are listed as in a phone book, accents or not', () => {
  const names = checkInEntries(
    ['Zoë', 'Élodie', 'Ada', 'emil', 'Östen'].map((id) => seated(id)),
    [],
  )
  expect(names.map(({ member }) => member.id)).toEqual(['Ada', 'Élodie', 'emil', 'Östen', 'Zoë'])
})

test('guests count with whoever brings them, and nobody twice', () => {
  const people = array(record({ guests: integer({ min: 0, max: 5 }), here: boolean() }), { maxLength: 20 })
  const repeats = array(constantFrom(...Array.from({ length: 20 }, (_, index) => index)), { maxLength: 40 })
  assert(
    property(people, repeats, (list, again) => {
      const listed = list.map(({ guests }, index) => seated(`member-${index}`, { guests }))
      const here = list.flatMap((person, index) => (person.here ? [index] : []))
      const arrivals = [...here, ...again.filter((index) => list[index]?.here)].map((index, minute) =>
        noted(`member-${index}`, minute),
      )
      expect(headcount(checkInEntries(listed, arrivals))).toEqual({
        expected: list.reduce((sum, { guests }) => sum + 1 + guests, 0),
        arrived: here.reduce((sum, index) => sum + 1 + list[index]!.guests, 0),
      })
    }),
  )
})
