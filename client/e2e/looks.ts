import type { Page } from 'playwright-core'

import { expectAccessible } from './axe.ts'

/** The page as it stands, on a phone and on a desk, light and dark: without violations or sideways scroll. */
export async function expectSoundInEveryLook(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) throw new Error(`${page.url()} scrolls sideways at ${width} px`)
    }
  }
}
