import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

import { shortCode } from '#shared/lib/short-code.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { createErrorGroupFixture } from '#server/testing/fixtures/client-errors/error-group-fixture.ts'
import { minifiedStack, writeSourceMap } from '#server/testing/fixtures/source-map-file.ts'

import { errorDeltas, errorSamples } from './collection.ts'

const sourceMaps = mkdtempSync(join(tmpdir(), 'source-maps-'))
const fixture = await createErrorGroupFixture({ sourceMaps })
afterAll(async () => {
  await fixture.close()
  rmSync(sourceMaps, { recursive: true })
})

test('a new group is logged for the alerts once, when it affects a third person', async () => {
  const message = fixture.newMessage()
  const counts: number[] = []
  for (let people = 1; people <= 4; people += 1) {
    const { id } = await fixture.reportOne(message, { by: fixture.visitorAt(`198.51.${people}.7`) })
    await fixture.groupOf(id)
    counts.push(fixture.changesOf(message).length)
  }
  expect(counts).toEqual([0, 0, 1, 1])
  expect(fixture.changesOf(message)).toEqual([{ change: 'spread', release: '1.4.0', people: 3 }])
})

test('a new group raises no alert if it affects only visitors of one network', async () => {
  const message = fixture.newMessage()
  for (let tab = 1; tab <= 4; tab += 1) {
    const { id } = await fixture.reportOne(message, { by: fixture.visitorAt(`203.0.113.${tab}`) })
    expect(await fixture.groupOf(id)).toMatchObject({ visitors: tab })
  }
  expect(fixture.changesOf(message)).toEqual([])
  const { id } = await fixture.reportOne(message)
  await fixture.groupOf(id)
  expect(fixture.changesOf(message)).toEqual([])
  await fixture.groupOf((await fixture.reportOne(message, { by: fixture.visitorAt('2001:db8::1') })).id)
  expect(fixture.changesOf(message)).toMatchObject([{ change: 'spread', people: 3 }])
})

describe('input of an attacker', () => {
  test('an attacker can create 20 groups a day, and further errors are counted together without hiding others’', async () => {
    const attacker = await fixture.member()
    const entries = Array.from({ length: 50 }, () =>
      fixture.entry({ message: fixture.newMessage(), stack: '' }),
    )
    await fixture.report(attacker, entries)
    const groups = await Promise.all(entries.map(({ id }) => fixture.groupOf(id)))
    expect(new Set(groups.map(({ fingerprint }) => fingerprint)).size).toBe(21)
    expect(await fixture.group('other')).toMatchObject({
      message: 'Errors beyond the limit of new groups',
      count: 30,
      members: 1,
    })
    const { fingerprint } = await fixture.groupOf((await fixture.reportOne(fixture.newMessage())).id)
    expect(fingerprint).not.toBe('other')
  })

  test('visitors of one network can create 10 groups a day, and other visitors can still create theirs', async () => {
    const sent = async (by: { call: typeof fixture.visitor }) => {
      const entries = Array.from({ length: 12 }, () =>
        fixture.entry({ message: fixture.newMessage(), stack: '' }),
      )
      await fixture.report(by, entries)
      const groups = await Promise.all(entries.map(({ id }) => fixture.groupOf(id)))
      return new Set(groups.map(({ fingerprint }) => fingerprint))
    }
    const { count: before } = await fixture.group('other')
    for (let batch = 1; batch <= 6; batch += 1) await sent(fixture.visitorAt(`192.0.2.${batch}`))
    expect((await fixture.group('other')).count).toBe(before + 6 * 12 - 10)
    const others = await sent(fixture.visitorAt('198.18.0.1'))
    expect(others.size).toBe(11)
    expect(others).toContain('other')
  })

  test('concurrent reports of an error are counted exactly, in few documents', async () => {
    const message = fixture.newMessage()
    const samplesBefore = await fixture.store.count(errorSamples, { orderBy: 'at' })
    let last = ''
    await Promise.all(
      Array.from({ length: 20 }, () => {
        const entries = Array.from({ length: 50 }, () =>
          fixture.entry({ message, stack: 'Error: no', count: 2 }),
        )
        last = entries[0]!.id
        return fixture.report({ call: fixture.visitor }, entries)
      }),
    )
    expect(await fixture.store.count(errorDeltas, { orderBy: 'at' })).toBeLessThanOrEqual(20)
    expect(await fixture.groupOf(last)).toMatchObject({ count: 2_000, visitors: 20, version: 1 })
    expect(await fixture.store.count(errorDeltas, { orderBy: 'at' })).toBe(0)
    expect((await fixture.store.count(errorSamples, { orderBy: 'at' })) - samplesBefore).toBe(20)
  })
})

test('a group whose source map arrives late is merged into its group with the map', async () => {
  const build = 'late-build'
  const stack = minifiedStack('openEvent')
  const early = fixture.entry({ message: fixture.newMessage(), stack })
  await fixture.report(fixture.ofMember, [early], { build })
  const before = await fixture.groupOf(early.id)
  writeSourceMap(sourceMaps, build)
  fixture.advance(MINUTE)
  const late = fixture.entry({ message: fixture.newMessage(), stack })
  await fixture.report({ call: fixture.visitor }, [late], { build })
  const after = await fixture.groupOf(late.id)
  expect(after.fingerprint).not.toBe(before.fingerprint)

  await fixture.runJob('late source maps')
  expect(await fixture.group(before.fingerprint)).toMatchObject({
    fingerprint: after.fingerprint,
    count: 2,
    members: 1,
    visitors: 1,
  })
  expect((await fixture.groupOf(early.id)).fingerprint).toBe(after.fingerprint)
  expect(await fixture.sample(after.fingerprint, early.id)).toMatchObject({
    symbolicated: true,
    frames: [
      {
        function: 'openEvent',
        file: 'features/events/open.ts',
        line: 1,
        source: { firstLine: 1, lines: ['export const openEvent = () => nowhere()', ''] },
      },
    ],
  })
  // The error of a browser that gave no stack.
  await fixture.report(fixture.ofMember, [fixture.entry({ message: early.message, stack: '' })])
  expect(await fixture.group(after.fingerprint)).toMatchObject({ count: 3 })
})

test('samples are in the member’s own data, and deleted with the account', async () => {
  const person = await fixture.member()
  const message = fixture.newMessage()
  const { id } = await fixture.reportOne(message, { by: person })
  const { body } = await person.call('POST', '/api/account/export')
  expect((JSON.parse(body) as { clientErrors: unknown }).clientErrors).toMatchObject([
    { message, path: '/events' },
  ])
  await fixture.services.operations.ownErrors.forget(person.uid)
  expect(await fixture.store.get(errorSamples, id)).toBeUndefined()
  expect((await fixture.groupOf(id)).members).toBe(1)
})

test('samples, codes and groups are deleted when they are too old', async () => {
  const { id } = await fixture.reportOne(fixture.newMessage())
  const { fingerprint } = await fixture.groupOf(id)
  fixture.advance(31 * DAY)
  await fixture.runJob('expired client errors')
  const { errorGroups: groups } = fixture.services.operations
  expect((await groups.list({ q: shortCode(id) })).items).toEqual([])
  expect((await groups.details(fingerprint)).samples).toEqual([])
  fixture.advance(60 * DAY)
  await fixture.runJob('expired client errors')
  await expect(groups.details(fingerprint)).rejects.toMatchObject({ status: 404 })
})
