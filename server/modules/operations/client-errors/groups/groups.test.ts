import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'

import { shortCode } from '#shared/lib/short-code.ts'
import { createErrorGroupFixture } from '#server/testing/fixtures/client-errors/error-group-fixture.ts'

import { errorGroups } from './collection.ts'

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const fixture = await createErrorGroupFixture()
afterAll(() => fixture.close())

describe('a group', () => {
  test('a group combines the same error from all browsers and releases, with counts of repeats and people', async () => {
    const property = fixture.newMessage().replaceAll(' ', '')
    const words = {
      chrome: `Cannot read properties of undefined (reading '${property}')`,
      firefox: `can't access property "${property}", e is undefined`,
      safari: `undefined is not an object (evaluating 't.event.${property}')`,
    }
    const stack = `TypeError: minified`
    const chrome = fixture.entry({ message: words.chrome, stack, count: 3 })
    const firefox = fixture.entry({ message: words.firefox, stack, userAgent: FIREFOX })
    const safari = fixture.entry({ message: words.safari, stack, userAgent: SAFARI })
    await fixture.report(fixture.ofMember, [chrome, firefox], { release: '1.4.0', build: 'one' })
    await fixture.report({ call: fixture.visitor }, [safari], { release: '1.5.0', build: 'two' })

    const row = await fixture.groupOf(chrome.id)
    expect(row).toMatchObject({
      state: 'open',
      type: 'TypeError',
      message: `No property <${property}> of undefined`,
      count: 5,
      members: 1,
      visitors: 1,
      isNew: true,
    })
    expect(row.releases.toSorted()).toEqual(['1.4.0', '1.5.0'])
    expect(row.hours).toHaveLength(24)
    expect(row.hours.reduce((sum, count) => sum + count, 0)).toBe(5)
    expect((await fixture.groupOf(safari.id)).fingerprint).toBe(row.fingerprint)
    const { byBrowser, byRelease, samples } = await fixture.group(row.fingerprint)
    expect(byBrowser).toEqual([
      { browser: 'Chrome 140', count: 3 },
      { browser: 'Firefox 145', count: 1 },
      { browser: 'Safari 26', count: 1 },
    ])
    expect(byRelease.map(({ build, count }) => `${build} ${count}`).toSorted()).toEqual(['one 4', 'two 1'])
    expect(samples.map(({ code }) => code).toSorted()).toEqual(
      [chrome, firefox, safari].map(({ id }) => shortCode(id)).toSorted(),
    )
  })

  test('a group is found by request id, email, fingerprint and the filters', async () => {
    const message = fixture.newMessage()
    const requestId = randomUUID()
    const entry = fixture.entry({ message, requestId, stack: 'Error', userAgent: FIREFOX })
    const { userId: _, ...unclaimed } = entry
    await fixture.report(fixture.ofMember, [unclaimed], { release: '1.6.0' })
    const { fingerprint } = await fixture.groupOf(entry.id)
    const found = async (query: Record<string, string>) =>
      (await fixture.list(query)).items.some((row) => row.fingerprint === fingerprint)

    for (const q of [requestId, shortCode(requestId), entry.id, fingerprint, fixture.ofMember.email])
      expect([q, await found({ q })]).toEqual([q, true])
    for (const q of [randomUUID(), 'ZZZZ-ZZZZ', 'nobody@guildhall.test', '0'.repeat(16), '%'])
      expect([q, await found({ q })]).toEqual([q, false])
    expect(await found({ release: '1.6.0', browser: 'Firefox', since: '1h', state: 'open' })).toBe(true)
    expect(await found({ release: '1.6.1' })).toBe(false)
    expect(await found({ browser: 'Safari' })).toBe(false)
    expect(await found({ state: 'ignored' })).toBe(false)
    expect((await fixture.list()).releases).toContain('1.6.0')
  })

  test('a group of refusals or outages is listed only on request, and raises no alert', async () => {
    const refusal = (message: string, status: number, more: object = {}) =>
      fixture.entry({ type: 'route error', message, stack: 'Error: no', metadata: { status }, ...more })
    const [missing, denied, failed] = [fixture.newMessage(), fixture.newMessage(), fixture.newMessage()]
    const crash = fixture.entry({ message: fixture.newMessage(), stack: 'Error', metadata: { status: 404 } })
    const unreachable = fixture.newMessage()
    const outage = fixture.entry({
      type: 'api',
      message: unreachable,
      stack: 'OfflineError: none',
      metadata: { name: 'OfflineError' },
    })
    await fixture.report(fixture.ofMember, [
      ...Array.from({ length: 3 }, () => refusal(missing, 404)),
      refusal(denied, 403),
      refusal(failed, 500),
      outage,
      crash,
    ])
    for (const network of [1, 2, 3])
      await fixture.report(fixture.visitorAt(`203.0.${network}.1`), [refusal(missing, 404)])
    const messages = async (query: Record<string, string>) =>
      (await fixture.list(query)).items.map(({ message, isRefusal }) => [message, isRefusal])
    const [expected, defects] = [
      [missing, denied, unreachable].map((message) => [message, true]),
      [failed, crash.message].map((message) => [message, false]),
    ]
    const withDefects: Record<string, string>[] = [{}, { kind: 'defects' }]
    for (const query of withDefects) {
      expect(await messages(query)).toEqual(expect.arrayContaining(defects))
      expect(await messages(query)).not.toEqual(expect.arrayContaining([expected[0]]))
    }
    expect(new Set(await messages({ kind: 'refusals' }))).toEqual(new Set(expected))
    expect(await messages({ kind: 'any' })).toEqual(expect.arrayContaining([...expected, ...defects]))
    expect(fixture.changesOf(missing)).toEqual([])
    const { fingerprint } = (await fixture.list({ kind: 'refusals' })).items.find(
      ({ message }) => message === denied,
    )!
    expect((await fixture.list({ q: fingerprint })).items).toHaveLength(1)

    await fixture.report(fixture.ofMember, [refusal(missing, 404, { type: 'error' })])
    expect(await messages({})).toEqual(expect.arrayContaining([[missing, false]]))
    expect(fixture.changesOf(missing)).toMatchObject([{ change: 'spread' }])
  })

  test('calls and screens that failed while the server restarted count as an outage, not a defect', async () => {
    const [screen, call] = [fixture.newMessage(), fixture.newMessage()]
    const failed = (message: string, type: string) =>
      fixture.entry({ type, message, stack: 'ProblemError: no', metadata: { status: 503 } })
    await fixture.report(fixture.ofMember, [failed(screen, 'route error'), failed(call, 'api')])
    const outages = (await fixture.list({ kind: 'refusals' })).items.map(({ message }) => message)
    expect(outages).toEqual(expect.arrayContaining([screen, call]))
    expect((await fixture.list({ kind: 'defects' })).items.map(({ message }) => message)).not.toContain(call)
  })

  test('a search by the code on a screen opens the sample with that code, even after a failed request', async () => {
    const message = fixture.newMessage()
    const stack = 'Error: no'
    const requestId = randomUUID()
    const failed = fixture.entry({ message, stack, requestId })
    await fixture.report(fixture.ofMember, [failed])
    const others = Array.from({ length: 2 }, () =>
      fixture.entry({
        message,
        stack,
        requestId: randomUUID(),
        timestamp: new Date(fixture.clock() + 1).toISOString(),
      }),
    )
    await fixture.report({ call: fixture.visitor }, others)

    const shown = shortCode(requestId)
    for (const q of [shown, shown.toLowerCase(), requestId, failed.id, shortCode(failed.id)])
      expect([q, (await fixture.list({ q })).items.map(({ sample }) => sample)]).toEqual([q, [failed.id]])
    const { fingerprint } = await fixture.groupOf(failed.id)
    const { samples } = await fixture.group(fingerprint)
    expect(samples.map(({ id }) => id)).toContain(others[0]!.id)
    expect(samples.find(({ id }) => id === failed.id)).toMatchObject({ code: shown })
    expect(await fixture.sample(fingerprint, failed.id)).toMatchObject({
      code: shown,
      request: { id: requestId, code: shown },
    })
  })

  test('a sample without the code on the screen is found by its own code', async () => {
    const { id } = await fixture.reportOne(fixture.newMessage())
    const { fingerprint } = await fixture.groupOf(id)
    await fixture.store.transact(async (tx) => {
      const group = (await tx.get(errorGroups, fingerprint))!
      tx.put(errorGroups, {
        ...group,
        samples: group.samples.map(({ id: sample, at }) => ({ id: sample, at })),
      })
    })
    expect(await fixture.groupOf(id)).toMatchObject({ sample: id })
  })

  test('a sample shows the member’s other requests, without ids in their addresses or a name', async () => {
    await fixture.ofMember.call('GET', `/api/members/${fixture.admin.uid}`)
    const { id } = await fixture.reportOne(fixture.newMessage())
    const { fingerprint } = await fixture.groupOf(id)
    await fixture.ofMember.call('GET', '/api/me')
    await fixture.admin.call('GET', '/api/events')
    const sample = await fixture.sample(fingerprint, id)
    const routes = sample.requests.map(({ route, status }) => `${route} ${status}`)
    expect(routes).toContain('/api/members/:memberId 200')
    // Read after the report, from the memory of this process.
    expect(routes).toContain('/api/me 200')
    expect(routes.join()).not.toContain('/api/events')
    expect(JSON.stringify(sample)).not.toContain(fixture.ofMember.uid)
    expect(JSON.stringify(sample)).not.toContain(fixture.ofMember.email)
  })

  test('a group shows hostile text as text, cut and without control characters', async () => {
    const hostile = `<img src=x onerror=alert(1)>\u202e\u0007\u001b[2J${'x'.repeat(9_000)}`
    const entry = fixture.entry({
      message: hostile,
      stack: hostile,
      componentStack: hostile,
      userAgent: hostile,
      url: `https://a.example/${hostile}`,
      metadata: { name: hostile },
    })
    await fixture.report(fixture.ofMember, [entry], { release: `9\u202e\u0000<b>`, build: '\u001b[31m' })
    const { fingerprint } = await fixture.groupOf(entry.id)
    const group = await fixture.group(fingerprint)
    const sample = await fixture.sample(fingerprint, entry.id)
    for (const shown of [group, sample]) {
      expect(JSON.stringify(shown)).not.toMatch(/\\u[\da-f]{4}|(?!\n)[\p{Cc}\p{Cf}]/iu)
      expect(JSON.stringify(shown).length).toBeLessThan(20_000)
    }
    expect(group).toMatchObject({ releases: ['9<b>'], byRelease: [{ build: '[31m' }] })
  })
})

test('only admins see errors and change them', async () => {
  const { call } = fixture.ofMember
  const { fingerprint, version } = await fixture.groupOf((await fixture.reportOne(fixture.newMessage())).id)
  const url = `/api/admin/client-errors/${fingerprint}`
  for (const path of ['/api/admin/client-errors', url, `${url}/samples/${randomUUID()}`])
    expect((await call('GET', path)).json()).toMatchObject({ status: 403, code: 'role_required' })
  const headers = { 'if-match': `"${version}"` }
  expect((await call('PUT', `${url}/state`, { body: { state: 'ignored' }, headers })).statusCode).toBe(403)
  for (const path of ['/nowhere', `/${'f'.repeat(16)}`, `/${fingerprint}/samples/${randomUUID()}`]) {
    const { statusCode } = await fixture.admin.call('GET', `/api/admin/client-errors${path}`)
    expect([path, statusCode]).toEqual([path, 404])
  }
})
