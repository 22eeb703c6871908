import { afterAll, expect, test } from 'vitest'

import type { MadeIntroduction } from '#shared/people/introductions.ts'
import { startEmailFixture, subjects } from '#server/testing/fixtures/email-fixture.ts'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())

test('once both accept, the introducer is emailed both names, and the first to accept is asked to pick a time', async () => {
  const { ada, grace, organiser } = fixture
  for (const person of [ada, grace]) {
    await organiser.call('POST', '/api/connections', { body: { memberId: person.uid, note: '' } })
    await person.call('POST', '/api/connections', { body: { memberId: organiser.uid, note: '' } })
  }
  const body = { people: [ada.uid, grace.uid], reason: 'You both print' }
  const made = await organiser.call('POST', '/api/introductions', { body })
  const { id } = made.json<MadeIntroduction>()
  await ada.call('POST', `/api/introductions/${id}/accept`)
  await fixture.sent()
  fixture.server.clear()
  await grace.call('POST', `/api/introductions/${id}/accept`)
  const [toAda] = await fixture.sent(ada)
  expect(toAda!.parsed.subject).toBe('You and Grace are connected')
  const link = `/create-growth-meeting?with=${grace.uid}&introduction=${id}`
  expect(toAda!.parsed.text).toContain(`https://guildhall.test${link}`)
  expect(toAda!.parsed.text).toContain('Pick a time:')
  const [toIntroducer] = await fixture.sent(organiser)
  expect(toIntroducer!.parsed.text).toMatch(/(Ada and Grace|Grace and Ada) are connected now\./)
  expect(toIntroducer!.parsed.text).toContain('See your introductions:')
  expect(subjects(await fixture.sent(grace))).toEqual([])
})
