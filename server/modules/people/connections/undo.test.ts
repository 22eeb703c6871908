import { afterEach, beforeEach, expect, test } from 'vitest'

import { createConnectionFixture } from '#server/testing/fixtures/connection-fixture.ts'

import { connectionIdOf } from './connection-state.ts'

const ID = connectionIdOf('ada', 'grace')

let fixture: ReturnType<typeof createConnectionFixture>
beforeEach(() => {
  fixture = createConnectionFixture()
})
afterEach(() => fixture.close())

test.for<[string, () => Promise<unknown>]>([
  ['nothing', async () => {}],
  ['a decline', () => fixture.decline('grace', ID)],
  ['a decline thought better of', () => fixture.decline('grace', ID).then(() => fixture.undo('grace', ID))],
  ['a block', () => fixture.block('grace', 'ada')],
])(
  'a repeated undo of a withdrawal returns the same, whatever the receiver did in between: %s',
  async ([, meet]) => {
    await fixture.sendRequest('ada', { memberId: 'grace', note: '' })
    await fixture.withdraw('ada', ID)
    const first = await fixture.undo('ada', ID)
    await meet()
    expect(await fixture.undo('ada', ID)).toEqual(first)
  },
)

test.for<[string, () => Promise<unknown>]>([
  ['nothing', async () => {}],
  ['a decline', () => fixture.decline('grace', ID)],
])('a new request ends the time to undo, whatever the receiver did in between: %s', async ([, meet]) => {
  await fixture.sendRequest('ada', { memberId: 'grace', note: '' })
  await fixture.withdraw('ada', ID)
  await fixture.undo('ada', ID)
  await meet()
  await fixture.sendRequest('ada', { memberId: 'grace', note: 'Please' })
  await expect(fixture.undo('ada', ID)).rejects.toMatchObject({ code: 'too_late_to_undo' })
})
