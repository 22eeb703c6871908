import { expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { passTime, runHarness, stopTime } from '#client/e2e/harness/run-harness.ts'

const harness = runHarness()

test('a message with an undo stays for 10 s, and for as long as it is pointed at or focused', async () => {
  await stopTime(harness.context)
  const page = await harness.newPage()
  await page.goto(`${harness.origin}/controls`)
  const message = page.getByRole('region', { name: 'Messages' }).getByText('Removed')
  const undo = page.getByRole('button', { name: 'Undo' })
  const remove = () => page.getByRole('button', { name: 'Remove' }).click()
  /** Visibility after each of the times in milliseconds. */
  const isShownAfter = async (...steps: readonly number[]) => {
    const shown: boolean[] = []
    for (const milliseconds of steps) {
      await passTime(page, milliseconds)
      shown.push(await message.isVisible())
    }
    return shown
  }

  await remove()
  expect(await isShownAfter(9_999, 1)).toEqual([true, false])

  await remove()
  await passTime(page, 9_000)
  await message.hover()
  expect(await isShownAfter(MINUTE)).toEqual([true])
  await page.mouse.move(0, 0)
  expect(await isShownAfter(9_999, 1)).toEqual([true, false])

  await remove()
  await undo.focus()
  expect(await isShownAfter(MINUTE)).toEqual([true])
  await undo.blur()
  expect(await isShownAfter(9_999, 1)).toEqual([true, false])

  await remove()
  await undo.click()
  await page.getByText('Restored').waitFor()
})

test('the same message is shown once, unless each can be undone', async () => {
  const page = await harness.newPage()
  await page.goto(`${harness.origin}/controls`)
  const messages = page.getByRole('region', { name: 'Messages' })
  for (const shown of [1, 2]) {
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => messages.getByText('Removed').count()).toBe(shown)
  }

  await messages.getByRole('button', { name: 'Undo' }).first().click()
  const restored = messages.getByText('Restored')
  await restored.evaluate((message) => message.setAttribute('data-seen', ''))
  await messages.getByRole('button', { name: 'Undo' }).click()
  // A new element, which screen readers announce.
  await messages.locator('p:not([data-seen])', { hasText: 'Restored' }).waitFor()
  expect(await restored.count()).toBe(1)
})

test('forced colours show the checked choice, and the progress of a bar', async () => {
  const page = await harness.newPage()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${harness.origin}/controls`)
  const border = (name: string) =>
    page.locator('label', { hasText: name }).evaluate((card) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(card)
      return { width: borderTopWidth, colour: borderTopColor }
    })
  const [checked, other] = [await border('Weekly'), await border('Monthly')]
  expect([checked.width, other.width]).toEqual(['3px', '1px'])
  expect(checked.colour).not.toBe(other.colour)

  const bar = page.getByRole('progressbar')
  expect(await bar.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid')
  const before = await bar.screenshot()
  await bar.evaluate((element: HTMLProgressElement) => (element.value = 80))
  expect((await bar.screenshot()).equals(before)).toBe(false)
})
