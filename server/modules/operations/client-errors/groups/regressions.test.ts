import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Notification } from '#shared/notifications/schema.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { startTestApp } from '#server/testing/app.ts'
import {
  createErrorGroupFixture,
  type ErrorGroupFixture,
} from '#server/testing/fixtures/client-errors/error-group-fixture.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { minifiedStack, writeSourceMap } from '#server/testing/fixtures/source-map-file.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

let fixture: ErrorGroupFixture
let message: string
beforeEach(() => {
  message = fixture.newMessage()
})

/** A community whose servers had these releases, one after the other; the last one answers. */
const runReleases = (...releases: [string, ...string[]]) => {
  const store = openTemporaryStore(collections)
  const sourceMaps = mkdtempSync(join(tmpdir(), 'source-maps-'))
  /** Starts a server with the release beside the one that answers. */
  const serve = async (release: string) => {
    const server = await startTestApp({ store, env: { RELEASE: release } })
    await server.services.warmUp()
    await server.close()
  }
  beforeAll(async () => {
    for (const release of releases.slice(0, -1)) await serve(release)
    fixture = await createErrorGroupFixture({ store, sourceMaps, env: { RELEASE: releases.at(-1)! } })
  }, HANG_TIMEOUT)
  afterAll(async () => {
    await fixture.close()
    await store.close()
    rmSync(sourceMaps, { recursive: true })
  })
  return { serve, sourceMaps }
}

const seenIn = (release: string, by?: { call: ErrorGroupFixture['visitor'] }) =>
  fixture.reportOne(message, { release, by })
const visitor = () => ({ call: fixture.visitor })

/** A group with the message, resolved in the server's release. */
async function resolvedAfter(release: string) {
  const { fingerprint, version } = await fixture.groupOf((await seenIn(release)).id)
  expect((await fixture.setState(fingerprint, 'resolved', version)).statusCode).toBe(204)
  return { fingerprint, now: () => fixture.group(fingerprint) }
}

const notificationsOf = async (fingerprint: string) => {
  await fixture.runJob('client error groups')
  await fixture.services.notifications.notifications.idle()
  const { items } = (await fixture.admin.call('GET', '/api/notifications')).json<{
    items: Notification[]
  }>()
  return items.filter(({ topic, subject }) => topic === 'clientErrorRegressed' && subject?.id === fingerprint)
}

describe('a group that was resolved in a version', () => {
  const { serve, sourceMaps } = runReleases('2.9.0')

  test('a resolved group reopens in a newer version, and notifies admins once', async () => {
    const { fingerprint, version } = await fixture.groupOf((await seenIn('2.9.0')).id)
    expect((await fixture.setState(fingerprint, 'resolved')).statusCode).toBe(428)
    expect((await fixture.setState(fingerprint, 'resolved', 7)).statusCode).toBe(412)
    for (let tries = 0; tries < 2; tries++)
      expect((await fixture.setState(fingerprint, 'resolved', version)).statusCode).toBe(204)
    const resolved = await fixture.group(fingerprint)
    expect(resolved).toMatchObject({
      state: 'resolved',
      version: version + 1,
      resolved: { release: '2.9.0' },
    })
    expect((await fixture.list({ state: 'open' })).items.map((row) => row.fingerprint)).not.toContain(
      fingerprint,
    )

    // Tabs that are still open.
    await seenIn('2.9.0')
    expect(await fixture.group(fingerprint)).toMatchObject({ state: 'resolved', count: 2 })
    expect(await notificationsOf(fingerprint)).toEqual([])

    await seenIn('2.10.0')
    await seenIn('2.10.0')
    const [notification, ...more] = await notificationsOf(fingerprint)
    expect(notification).toMatchObject({
      text: `An error that was resolved is back in 2.10.0: TypeError: ${message}`,
      subject: { kind: 'clientError', id: fingerprint },
    })
    expect(more).toEqual([])
    expect(await fixture.group(fingerprint)).toMatchObject({
      state: 'open',
      version: version + 2,
      count: 4,
      regressed: { release: '2.10.0' },
    })
    expect(fixture.changesOf(message)).toEqual([{ change: 'regressed', release: '2.10.0', people: 1 }])
    const audit = (await fixture.admin.call('GET', '/api/admin/audit')).json<{
      items: { action: string; actor: string | null; target?: string }[]
    }>()
    const about = audit.items.filter(({ target }) => target === `client-error:${fingerprint}`)
    expect(about.map(({ action, actor }) => [action, actor])).toEqual([
      ['client_error.regressed', null],
      ['client_error.resolved', fixture.admin.uid],
    ])
  })

  test('a resolved group stays resolved when visitors claim newer versions that no server has run', async () => {
    const { fingerprint, now } = await resolvedAfter('2.9.0')
    for (const release of ['99.0.0', '100.0.0', '101.0.0']) {
      await seenIn(release, visitor())
      // Counted together with a member's.
      await seenIn('2.9.0')
      expect((await now()).state).toBe('resolved')
    }
    expect(await now()).toMatchObject({ count: 7, visitors: 3 })
    expect(await notificationsOf(fingerprint)).toEqual([])
    expect(fixture.changesOf(message)).toEqual([])
    // A member who forges one cannot unlock it for visitors.
    await fixture.reportOne(fixture.newMessage(), { release: '99.0.0' })
    await seenIn('99.0.0', visitor())
    expect((await now()).state).toBe('resolved')
  })

  test('a resolved group reopens when a visitor sees it in a newer version that a server runs', async () => {
    const { now } = await resolvedAfter('2.9.0')
    await serve('2.11.0')
    await seenIn('2.11.0', visitor())
    expect(await now()).toMatchObject({ state: 'open', regressed: { release: '2.11.0' } })
  })

  test('a resolved group reopens when the source map of a newer version arrives late', async () => {
    const stack = minifiedStack('openEvent')
    writeSourceMap(sourceMaps, 'known')
    fixture.advance(MINUTE)
    const known = fixture.entry({ message, stack })
    await fixture.report(fixture.ofMember, [known], { release: '2.9.0', build: 'known' })
    const { fingerprint, version } = await fixture.groupOf(known.id)
    expect((await fixture.setState(fingerprint, 'resolved', version)).statusCode).toBe(204)
    const late = fixture.entry({ message: fixture.newMessage(), stack })
    await fixture.report(fixture.ofMember, [late], { release: '2.10.0', build: 'late' })
    expect((await fixture.groupOf(late.id)).fingerprint).not.toBe(fingerprint)

    writeSourceMap(sourceMaps, 'late')
    fixture.advance(MINUTE)
    for (let runs = 0; runs < 2; runs += 1) await fixture.runJob('late source maps')
    expect(await fixture.group(fingerprint)).toMatchObject({
      state: 'open',
      count: 2,
      regressed: { release: '2.10.0' },
    })
    expect(await notificationsOf(fingerprint)).toHaveLength(1)
    expect(fixture.changesOf(message)).toEqual([{ change: 'regressed', release: '2.10.0', people: 1 }])
  })

  test('a resolved group reopens after a rollback only when a member sees it in the newer version', async () => {
    await serve('3.0.0')
    const { now } = await resolvedAfter('3.0.0')
    await seenIn('3.0.0', visitor())
    expect((await now()).state).toBe('resolved')
    await seenIn('3.0.0')
    expect((await now()).state).toBe('open')
  })
})

describe('a group that was resolved in a release with a name', () => {
  const { serve } = runReleases('c3d4e5f', 'b2c3d4e')

  test('a group resolved in a named release stays resolved in earlier ones, even if they had no errors yet', async () => {
    const { now } = await resolvedAfter('a1b2c3d')
    for (const release of ['c3d4e5f', 'b2c3d4e', 'a0a0a0a']) await seenIn(release)
    // Its servers start again, as during a rolling deploy.
    await serve('c3d4e5f')
    await seenIn('c3d4e5f')
    expect(await now()).toMatchObject({ state: 'resolved', count: 5 })
    expect(fixture.changesOf(message)).toEqual([])
  })

  test('a group resolved in a named release reopens in a later one of a server, for visitors too, and stays ignored', async () => {
    const { fingerprint, now } = await resolvedAfter('b2c3d4e')
    await seenIn('0f1e2d3')
    expect((await now()).state).toBe('resolved')
    await serve('0f1e2d3')
    await seenIn('0f1e2d3', visitor())
    expect(await now()).toMatchObject({ state: 'open', regressed: { release: '0f1e2d3' } })
    await fixture.setState(fingerprint, 'ignored', (await now()).version)
    await serve('f0f0f0f')
    await seenIn('f0f0f0f')
    expect((await now()).state).toBe('ignored')
    await fixture.setState(fingerprint, 'open', (await now()).version)
    expect((await now()).state).toBe('open')
  })

  test('invented releases of visitors do not hide a group, and hardly appear in the filters of admins', async () => {
    const { now } = await resolvedAfter('b2c3d4e')
    const another = fixture.newMessage()
    for (let at = 0; at < 25; at += 1)
      await fixture.reportOne(another, { release: `invented-${at}`, by: visitor() })
    const invented = (await fixture.list()).releases.filter((release) => release.startsWith('invented'))
    expect(invented.length).toBeLessThanOrEqual(5)
    // A visitor’s release may be real: the first members who see it confirm it.
    await fixture.reportOne(another, { release: invented[0]! })
    await serve('d4e5f6a')
    await seenIn('d4e5f6a')
    expect(await now()).toMatchObject({ state: 'open' })
    expect((await fixture.list()).releases).toContain('d4e5f6a')
  })
})
