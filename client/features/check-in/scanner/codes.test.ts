import { createHash } from 'node:crypto'

import { array, assert, asyncProperty, integer } from 'fast-check'
import { expect, test } from 'vitest'

import { readingOf } from './codes.ts'

const proof = 'abcdefghijklmnopqrstuv'
const ada = { member: { id: 'ada' }, codeHash: createHash('sha256').update(`1:ada:${proof}`).digest('hex') }

test('a code on the list says whose it is, without a network', async () => {
  expect(await readingOf(`1:ada:${proof}`, [ada])).toEqual({ kind: 'listed', person: ada })
})

test('a code of someone who is not on the list is for the server to read', async () => {
  expect(await readingOf(`1:ben:${proof}`, [ada])).toEqual({ kind: 'unlisted', memberId: 'ben' })
})

test('another code of someone on the list is of another event', async () => {
  expect(await readingOf(`1:ada:${proof.toUpperCase()}`, [ada])).toEqual({ kind: 'foreign' })
})

// The library's own unit for such strings takes seconds to be made.
const anyText = array(integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((units) =>
  String.fromCharCode(...units),
)

test('any other text is foreign, and fails nothing', async () => {
  await assert(
    asyncProperty(anyText, async (text) => {
      expect(await readingOf(text, [ada])).toEqual({ kind: 'foreign' })
    }),
  )
  expect(await readingOf(`1:${'x'.repeat(129)}:${proof}`, [ada])).toEqual({ kind: 'foreign' })
})
