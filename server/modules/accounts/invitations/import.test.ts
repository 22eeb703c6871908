import { describe, expect, test } from 'vitest'

import type { ImportAnswer } from '#shared/accounts/invitations.ts'
import { collectGarbage } from '#server/testing/collect-garbage.ts'
import { onFirestore } from '#server/testing/temporary-store.ts'
import {
  INVITATIONS,
  invitationFixture,
  newAddress,
  newRows,
} from '#server/testing/fixtures/invitation-fixture.ts'

const fixture = invitationFixture()
const { importRows, stored, linkOf, outcomes, audited, act, invite } = fixture

describe('an import', () => {
  test('a repeated import changes nothing, and keeps the links that were sent', async () => {
    const rows = newRows(3)
    expect(await outcomes(rows)).toEqual(['invited', 'invited', 'invited'])
    const links = await Promise.all(rows.map(({ email }) => linkOf(email)))
    const before = await Promise.all(rows.map(({ email }) => stored(email)))
    expect(await outcomes(rows)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(await Promise.all(rows.map(({ email }) => stored(email)))).toEqual(before)
    expect(await Promise.all(rows.map(({ email }) => linkOf(email)))).toEqual(links)
    const sent = (await audited()).filter(({ action }) => action === 'invitations.sent')
    expect(sent.filter(({ actor }) => actor === fixture.admin().uid)).toHaveLength(1)
  })

  test('an import previews its effects, and sends nothing until it is confirmed', async () => {
    const member = await fixture.app().member()
    const [known, revoked] = [await invite({ company: 'Engines' }), await invite()]
    await act(revoked, 'revocation')
    const fresh = newAddress()
    const rows = [
      { email: fresh, displayName: 'Ada' },
      { email: fresh.toUpperCase() },
      { email: member.email },
      { email: known, company: 'Looms' },
      { email: revoked },
      { email: 'nobody' },
    ]
    const expected = ['invited', 'duplicate', 'member', 'updated', 'revoked', 'invalid']
    expect(await outcomes(rows, true)).toEqual(expected)
    expect(await stored(fresh)).toBeUndefined()
    expect((await stored(known)).profile).toEqual({ company: 'Engines' })

    expect(await outcomes(rows)).toEqual(expected)
    expect((await stored(fresh)).profile).toEqual({ displayName: 'Ada' })
    expect((await stored(known)).profile).toEqual({ company: 'Looms' })
    expect((await stored(revoked)).state).toBe('revoked')
  })

  test('an import by two admins at once invites each address once', async () => {
    const rows = newRows(20)
    const answers = await Promise.all([outcomes(rows), outcomes(rows)])
    expect(answers.flat().filter((outcome) => outcome === 'invited')).toHaveLength(20)
  })

  // Google's emulator is too slow for this measurement.
  test.skipIf(onFirestore)(
    'an import of 10,000 invalid rows is answered row by row, invites no one and leaves nothing in memory',
    async () => {
      const batches = Array.from({ length: 100 }, (_, batch) =>
        Array.from({ length: 100 }, (__, at) => ({ email: `=cmd${batch}.${at}`, phone: 'no' })),
      )
      const confirm = async (rows: (typeof batches)[number]) => {
        const { items } = (await importRows(rows)).json<ImportAnswer>()
        expect(items.map(({ email }) => email)).toEqual(rows.map(({ email }) => email))
        expect(items.every(({ outcome, problems }) => outcome === 'invalid' && problems.length === 2)).toBe(
          true,
        )
      }
      await confirm(batches[0]!)
      collectGarbage()
      const before = process.memoryUsage().heapUsed
      // Sequential, like the browser's requests.
      //
      // oxlint-disable-next-line no-await-in-loop
      for (const rows of batches) await confirm(rows)
      collectGarbage()
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
      expect((await fixture.list('q=%3Dcmd')).items).toEqual([])
    },
  )

  test.each([
    ['no rows', { rows: [], preview: true }],
    [
      'more rows than a request may have',
      { rows: Array.from({ length: 101 }, () => ({ email: 'a' })), preview: true },
    ],
    ['an unknown field', { rows: [{ email: 'a', role: 'admin' }], preview: true }],
    ['a cell that is too long', { rows: [{ email: 'a', bio: 'a'.repeat(2_101) }], preview: true }],
    ['no word on whether it is a preview', { rows: [{ email: 'a' }] }],
  ])('an import with %s is refused', async (_, body) => {
    expect((await fixture.admin().call('POST', `${INVITATIONS}/import`, { body })).statusCode).toBe(400)
  })

  test('an import that is too large is refused at once', async () => {
    const body = { rows: [{ email: 'a'.repeat(3_000_000) }], preview: true }
    expect((await fixture.admin().call('POST', `${INVITATIONS}/import`, { body })).statusCode).toBe(413)
  })

  // Google's emulator is too slow for this measurement.
  test.skipIf(onFirestore)(
    'an import of 5,000 rows takes less than ten seconds of work, even the second time',
    { timeout: 60_000 },
    async () => {
      const rows = newRows(5_000)
      const importAll = async () => {
        const before = process.cpuUsage()
        for (let at = 0; at < rows.length; at += 100) {
          const answer = await importRows(rows.slice(at, at + 100))
          expect(answer.statusCode).toBe(200)
        }
        return process.cpuUsage(before).user
      }
      expect(await importAll()).toBeLessThan(10_000_000)
      expect(await importAll()).toBeLessThan(10_000_000)
    },
  )
})
