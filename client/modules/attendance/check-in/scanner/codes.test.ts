import { createHash } from 'node:crypto'

import { array, assert, asyncProperty, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'

import { createDuplicateFilter, matchCode } from './codes.ts'

const proof = 'abcdefghijklmnopqrstuv'
const ada = { member: { id: 'ada' }, codeHash: createHash('sha256').update(`1:ada:${proof}`).digest('hex') }

test('a code on the list is matched without a network', async () => {
  expect(await matchCode(`1:ada:${proof}`, [ada])).toEqual({ kind: 'listed', attendee: ada })
})

test('a code of someone who is not on the list is left to the server', async () => {
  expect(await matchCode(`1:ben:${proof}`, [ada])).toEqual({ kind: 'unlisted', memberId: 'ben' })
})

test('a code from another event is invalid, even if its member is on the list', async () => {
  expect(await matchCode(`1:ada:${proof.toUpperCase()}`, [ada])).toEqual({ kind: 'invalid' })
})

// The library's own arbitrary for such strings takes seconds to create.
const anyText = array(integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((units) =>
  String.fromCharCode(...units),
)

test('any other text is invalid, and never throws', async () => {
  await assert(
    asyncProperty(anyText, async (text) => {
      expect(await matchCode(text, [ada])).toEqual({ kind: 'invalid' })
    }),
  )
  expect(await matchCode(`1:${'x'.repeat(129)}:${proof}`, [ada])).toEqual({ kind: 'invalid' })
})

test('a code is new when it comes into view, and again after more than three seconds out of view', () => {
  let now = 0
  const { isNew } = createDuplicateFilter(() => now)
  const at = (time: number, code = 'ada') => {
    now = time
    return isNew(code)
  }
  expect([0, 150, 2_900, 5_900, 8_900].map((time) => at(time))).toEqual([true, false, false, false, false])
  expect(at(9_000, 'ben')).toBe(true)
  expect([at(11_901), at(11_950)]).toEqual([true, false])
})

test('other codes in view do not affect whether a code is new', () => {
  const frames = array(
    record({ code: constantFrom('ada', 'ben', 'x'), after: integer({ min: 0, max: 5_000 }) }),
  )
  assert(
    property(frames, (list) => {
      let now = 0
      const { isNew } = createDuplicateFilter(() => now)
      const lastSeen = new Map<string, number>()
      for (const { code, after } of list) {
        now += after
        expect(isNew(code)).toBe(now - (lastSeen.get(code) ?? -Infinity) > 3_000)
        lastSeen.set(code, now)
      }
    }),
  )
})
