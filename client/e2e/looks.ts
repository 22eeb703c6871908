import type { Page } from 'playwright-core'

import { expectAccessible } from './axe.ts'

/** All that can change where only the colours do: the rest would find again what it found. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  rules?: readonly string[]
}

const LOOKS: readonly Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark', rules: OF_COLOURS },
  { width: 1280, colorScheme: 'dark', rules: OF_COLOURS },
  { width: 1280, colorScheme: 'light' },
]

/** The page as it stands, on phones and on a desk, light and dark: without violations or sideways scroll. */
export async function expectSoundInEveryLook(page: Page) {
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await settled(page)
    await expectAccessible(page, rules)
    const wide = await page.evaluate(tooWide)
    if (wide) throw new Error(`${page.url()} scrolls sideways at ${width} px, for:\n${wide.join('\n')}`)
  }
}

/** Colours and widths are told apart from each other, and all is drawn by them some frames later. */
async function settled(page: Page) {
  const body = await page.locator('body').elementHandle()
  await body?.waitForElementState('stable')
}

/** In the page: what sticks out, if it can be scrolled to. */
function tooWide() {
  if (document.documentElement.scrollWidth <= innerWidth) return undefined
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent.slice(0, 40)}`)
}
