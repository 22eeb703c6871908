import type { Locator } from 'playwright-core'

const MAX_TABS = 80

/** Moves the focus to an element by Tab alone, as someone without a mouse does. */
export async function tabTo(target: Locator) {
  const page = target.page()
  await target.waitFor()
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MAX_TABS} times Tab do not reach ${target.toString()}`)
}

/** Reaches an element by Tab and presses a key there. */
export async function press(target: Locator, key = 'Enter') {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

/** Reaches a field by Tab and types. In a list of choices, typing selects the first one with that beginning. */
export async function type(target: Locator, text: string) {
  await tabTo(target)
  await target.page().keyboard.type(text)
}
