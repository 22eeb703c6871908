import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/**
 * Throws with every violation and where it is. Waits for motion to end, since half-faded text has no contrast.
 * @param rules all by default
 */
export async function expectAccessible(page: Page, rules?: readonly string[]) {
  // Evaluated by the debugger, not added as a script element, which the page's security policy would refuse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source)
  const violations = await page.evaluate(
    async (options) => {
      const ending = () =>
        document
          .getAnimations()
          .filter((motion) => motion.effect?.getTiming().iterations !== Infinity)
          .map((motion) => motion.finished)
      // What inherits a colour starts to change when what it inherits from ends.
      for (let some = ending(); some.length > 0; some = ending()) {
        await Promise.allSettled(some)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      const { axe } = globalThis as unknown as { axe: { run: (o: RunOptions) => Promise<AxeResults> } }
      // Alone: what passed is longer, and took as long to transfer as some rules to run.
      return (await axe.run(options)).violations
    },
    rules ? { ...OPTIONS, runOnly: [...rules] } : OPTIONS,
  )
  if (violations.length === 0) return
  const lines = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(' ')}\n      ${node.failureSummary}`).join('\n')}`,
  )
  throw new Error(`${page.url()} has accessibility violations\n${lines.join('\n')}`)
}

/** All that can change where only the colours do: the other rules would find again what they found. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const NARROWEST = 320
const PHONE = 390
const DESKTOP = 1280

/** On a phone and on a desktop, light and dark: for screens whose layout differs. The page is left as a desktop shows it. */
export async function expectAccessibleInEveryViewport(page: Page) {
  await expectAccessibleOnNarrowScreens(page)
  // One change at a time: each is a layout and a paint of everything.
  for (const width of [PHONE, DESKTOP]) {
    await setViewport(page, width, 'dark')
    await expectAccessible(page, COLOUR_RULES)
  }
  await setViewport(page, DESKTOP, 'light')
  await expectAccessible(page)
}

/** For the other states of a screen, which have its layout and its colours. The page is left as a desktop shows it. */
export async function expectAccessibleOnPhone(page: Page) {
  await expectAccessibleOnNarrowScreens(page)
  await setViewport(page, DESKTOP, 'light')
}

async function expectAccessibleOnNarrowScreens(page: Page) {
  await setViewport(page, NARROWEST, 'light')
  await setViewport(page, PHONE, 'light')
  await expectAccessible(page)
}

/** Waits until all is drawn: colours and widths change some frames apart. Throws if the page scrolls sideways. */
async function setViewport(page: Page, width: number, colorScheme: 'light' | 'dark') {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  if (isDark !== (colorScheme === 'dark')) await page.emulateMedia({ colorScheme })
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
  const overflowing = await page.evaluate(async () => {
    let drawn = ''
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const size = JSON.stringify(document.body.getBoundingClientRect())
      if (size === drawn) break
      drawn = size
    }
    if (document.documentElement.scrollWidth <= innerWidth) return undefined
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent.slice(0, 40)}`)
  })
  if (!overflowing) return
  throw new Error(`${page.url()} scrolls sideways, for:\n${overflowing.join('\n')}`)
}
