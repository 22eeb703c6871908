import { expect, test } from 'vitest'

import type { ImportAnswer, ImportResult } from '#shared/accounts/invitations.ts'

import { firstOnly, sendInBatches } from './batches.ts'
import { guessColumns, rowsOf, rowsOfList } from './columns.ts'

test.each([
  ['Email', 'email'],
  ['E-Mail-Adresse', 'email'],
  ['Full name', 'displayName'],
  ['Vorname', 'firstName'],
  ['Last Name', 'lastName'],
  ['Prénom', 'firstName'],
  ['Company name', 'company'],
  ['Job title', 'headline'],
  ['Telefon', 'phone'],
  ['LinkedIn URL', 'links'],
  ['Shoe size', ''],
])('a column with the heading %s is %j', (heading, column) => {
  expect(guessColumns([[heading], ['x']]).columns).toEqual([column])
})

test('the column with addresses is found without a heading', () => {
  const table = [
    ['Ada', 'ada@example.org'],
    ['Grace', 'grace@example.org'],
  ]
  expect(guessColumns(table)).toEqual({ columns: ['', 'email'], hasHeader: false })
  expect(guessColumns([['Who', 'Where'], ...table])).toEqual({ columns: ['', 'email'], hasHeader: true })
})

test('the first of two similar columns is recognised, and the second is left to be chosen by hand', () => {
  expect(guessColumns([['Email', 'Email 2']]).columns).toEqual(['email', ''])
})

test('rows have the fields of their columns, and a name joined from two', () => {
  const table = [
    ['E-mail', 'First name', 'Last name', 'Firm', 'Notes'],
    [' ada@example.org ', 'Ada', 'Lovelace', 'Engines', 'secret'],
    ['grace@example.org'],
  ]
  const columns = ['email', 'firstName', 'lastName', 'company', ''] as const
  expect(rowsOf(table, { columns, hasHeader: true })).toEqual([
    { email: 'ada@example.org', displayName: 'Ada Lovelace', company: 'Engines' },
    { email: 'grace@example.org' },
  ])
})

test('a pasted list has addresses with and without names', () => {
  const text =
    'ada@example.org, Grace Hopper <grace@example.org>;\n"Lovelace, Ada" <al@example.org>\n\n nobody'
  expect(rowsOfList(text)).toEqual([
    { email: 'ada@example.org' },
    { email: 'grace@example.org', displayName: 'Grace Hopper' },
    { email: 'al@example.org', displayName: 'Lovelace, Ada' },
    { email: 'nobody' },
  ])
})

test('an address counts once in any spelling, and each row without an address counts', () => {
  const rows = ['a@example.org', ' A@Example.org', '', '', 'b@example.org'].map((email) => ({ email }))
  expect(firstOnly(rows)).toEqual([true, false, true, true, true])
})

test('an import that stopped resumes after the last batch that was answered', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => ({ email: `${at}@example.org` }))
  const sent: string[] = []
  let failAt = 2
  const send = async (batch: readonly { email: string }[]): Promise<Pick<ImportAnswer, 'items'>> => {
    if (--failAt === 0) throw new Error('offline')
    sent.push(...batch.map(({ email }) => email))
    return { items: batch.map(({ email }) => ({ email, outcome: 'invited', problems: [] })) }
  }
  const results: ImportResult[] = []
  const options = { send, onProgress() {} }
  await expect(sendInBatches(rows, results, options)).rejects.toThrow('offline')
  expect(results).toHaveLength(100)
  await sendInBatches(rows, results, options)
  expect(sent).toEqual(rows.map(({ email }) => email))
})

test('rows with long texts are sent in smaller batches', async () => {
  const rows = Array.from({ length: 100 }, () => ({ email: 'a@example.org', bio: 'x'.repeat(20_000) }))
  const sizes: number[] = []
  await sendInBatches(rows, [], {
    async send(batch) {
      sizes.push(batch.length)
      return { items: batch.map(({ email }) => ({ email, outcome: 'invited', problems: [] })) }
    },
    onProgress() {},
  })
  expect(Math.max(...sizes)).toBeLessThan(30)
})
