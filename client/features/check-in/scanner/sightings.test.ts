import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { createSightings } from './sightings.ts'

test('a code that is held is new once; gone for more than three seconds, it is new again', () => {
  let now = 0
  const { isNew } = createSightings(() => now)
  const at = (time: number, code = 'ada') => {
    now = time
    return isNew(code)
  }
  expect([0, 150, 2_900, 5_900, 8_900].map((time) => at(time))).toEqual([true, false, false, false, false])
  expect(at(9_000, 'ben')).toBe(true)
  expect([at(11_901), at(11_950)]).toEqual([true, false])
})

test('each code by itself: others in between change nothing', () => {
  const looks = array(
    record({ code: constantFrom('ada', 'ben', 'x'), after: integer({ min: 0, max: 5_000 }) }),
  )
  assert(
    property(looks, (list) => {
      let now = 0
      const { isNew } = createSightings(() => now)
      const lastSeen = new Map<string, number>()
      for (const { code, after } of list) {
        now += after
        expect(isNew(code)).toBe(now - (lastSeen.get(code) ?? -Infinity) > 3_000)
        lastSeen.set(code, now)
      }
    }),
  )
})
