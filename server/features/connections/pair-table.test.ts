import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { CONNECTION_STATES, type ConnectionState } from '#shared/connection-rules.ts'

import { connectionIdOf } from './connection-state.ts'
import { createPairTable } from './pair-table.ts'

const PEOPLE = Array.from({ length: 12 }, (_, at) => `person-${at}`)
const NOW = Date.parse('2026-03-01T12:00:00.123Z')

const person = fc.constantFrom(...PEOPLE)
const pair = fc
  .record({
    requester: person,
    receiver: person,
    state: fc.constantFrom(...CONNECTION_STATES),
    at: fc.integer({ min: NOW, max: NOW + 100_000 }),
  })
  .filter(({ requester, receiver }) => requester !== receiver)
const step = fc.record({
  pair,
  command: fc.constantFrom('put', 'put', 'put', 'remove', 'removePair', 'clear'),
})

test('pairs are found from both sides as they were last put, whatever is put and removed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const table = createPairTable()
      const expected = new Map<
        string,
        { requester: string; receiver: string; state: ConnectionState; at: number }
      >()
      for (const { pair: given, command } of steps) {
        const id = connectionIdOf(given.requester, given.receiver)
        if (command === 'clear') expected.clear()
        else if (command === 'put') expected.set(id, given)
        else expected.delete(id)
        if (command === 'clear') table.clear()
        else if (command === 'remove') table.remove(id)
        else table[command]({ id, ...given })
      }
      for (const one of PEOPLE) {
        const links = [...expected.values()].flatMap(({ requester, receiver, state, at }) => {
          if (one !== requester && one !== receiver) return []
          return [
            { memberId: one === requester ? receiver : requester, state, at, isRequester: one === requester },
          ]
        })
        const found = table.of(one)
        expect(found.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))).toEqual(
          links.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)),
        )
        for (const link of found) expect(table.between(one, link.memberId)).toEqual(link)
      }
    }),
    { numRuns: 100 },
  )
})

test('a document of the same two under another id removes nothing', () => {
  const table = createPairTable()
  const ada = { requester: 'ada', receiver: 'grace' }
  table.put({ ...ada, id: connectionIdOf('ada', 'grace'), state: 'accepted', at: NOW })
  table.removePair({ ...ada, id: connectionIdOf('some', 'others') })
  expect(table.of('grace')).toEqual([{ memberId: 'ada', state: 'accepted', isRequester: false, at: NOW }])
})

test('100,000 pairs take less than 4 MB', () => {
  const before = process.memoryUsage()
  const table = createPairTable()
  for (let at = 0; at < 100_000; at += 1) {
    const [requester, receiver] = [`member-${at % 5_000}`, `member-${(at * 7 + 1) % 5_000}`]
    table.put({ id: 'abcdefgh', requester, receiver, state: 'accepted', at: NOW })
  }
  const bytes = process.memoryUsage().arrayBuffers - before.arrayBuffers
  expect(bytes).toBeLessThan(4_000_000)
})
