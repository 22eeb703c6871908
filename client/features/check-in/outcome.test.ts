import { expect, test } from 'vitest'

import { outcomeOf } from './outcome.ts'

const member = { id: 'ada', displayName: 'Ada' }
const at = '2026-12-03T18:00:00.000Z'
const isIn = { kind: 'in', name: 'Ada', guests: 2, memberId: 'ada' }

test('whoever is new is in; a report that was repeated is no second arrival', () => {
  expect(outcomeOf({ result: 'checkedIn', member, guests: 2, checkedInAt: at }, at)).toEqual(isIn)
  const again = { result: 'alreadyCheckedIn', member, guests: 2 } as const
  expect(outcomeOf({ ...again, checkedInAt: '2026-12-03T18:00:00Z' }, at)).toEqual(isIn)
  const earlier = '2026-12-03T17:30:00.000Z'
  expect(outcomeOf({ ...again, checkedInAt: earlier }, at)).toEqual({
    kind: 'already',
    name: 'Ada',
    at: earlier,
  })
})

test('those without a seat are named where they may be known', () => {
  expect(outcomeOf({ result: 'noSeat', member }, at)).toEqual({ kind: 'noSeat', name: 'Ada' })
  expect(outcomeOf({ result: 'noSeat' }, at)).toEqual({ kind: 'noSeat', name: undefined })
  expect(outcomeOf({ result: 'unknownCode' }, at)).toEqual({ kind: 'foreign' })
})
