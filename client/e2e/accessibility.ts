import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Otherwise it reads all style sheets again, for a rule about sounds that play by themselves; there are none.
  preload: false,
  // Off by default, because it takes icons of fonts for text; there are none.
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** Throws with every violation and its place. Waits for animations to end, since half-faded text has no contrast. */
export async function expectAccessible(page: Page) {
  // Evaluated by the debugger, not added as a script element, which the page's security policy would refuse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source)
  const { found, hasCover } = await page.evaluate(async (options) => {
    const ending = () =>
      document
        .getAnimations()
        .filter(
          // A scroll-driven animation ends with the scrolling.
          ({ timeline, effect }) =>
            timeline === document.timeline && effect?.getTiming().iterations !== Infinity,
        )
        .map((motion) => motion.finished)
    // An element that inherits a colour starts its transition when that of its parent ends.
    for (let some = ending(); some.length > 0; some = ending()) {
      await Promise.allSettled(some)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const { axe } = globalThis as unknown as { axe: { run: (o: RunOptions) => Promise<AxeResults> } }
    // Returns only the violations: the passes are longer, and took as long to transfer as some rules to
    // run.
    const { violations } = await axe.run(options)
    return {
      found: violations,
      hasCover: scrollY > 0 || document.querySelector('section[aria-live] p, [data-out-of-view]') !== null,
    }
  }, OPTIONS)
  const violations = hasCover ? found.filter((violation) => !isCoveredTarget(violation)) : found
  if (violations.length === 0) return
  const lines = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(' ')}\n      ${node.failureSummary}`).join('\n')}`,
  )
  throw new Error(`${page.url()} has accessibility violations\n${lines.join('\n')}`)
}

/** The header, toasts, and on a phone the buttons of an RSVP, cover what is scrolled below them, which is no fault. */
const isCoveredTarget = ({ id, nodes }: AxeResults['violations'][number]) =>
  id === 'target-size' && nodes.every(({ failureSummary }) => failureSummary?.includes('partially obscured'))

/** The width at which WCAG requires content to reflow. Phones have the same layout. */
const PHONE = 320
const DESKTOP = 1280

/**
 * Checks a phone in light and a desktop in dark colours, for screens whose layout differs. Leaves the page as a light
 * desktop shows it.
 */
export async function expectAccessibleInEveryViewport(page: Page) {
  await expectAccessibleAt(page, PHONE, 'light')
  await expectAccessibleAt(page, DESKTOP, 'dark')
  await setViewport(page, DESKTOP, 'light')
}

/** Checks the other colours of both: for the frames that all screens share. Leaves the page as a light desktop shows it. */
export async function expectAccessibleInOtherColours(page: Page) {
  await expectAccessibleAt(page, PHONE, 'dark')
  await expectAccessibleAt(page, DESKTOP, 'light')
}

/** Checks further states of a screen with the same layout and colours. Leaves the page as a desktop shows it. */
export async function expectAccessibleOnPhone(page: Page) {
  await expectAccessibleAt(page, PHONE, 'light')
  await setViewport(page, DESKTOP, 'light')
}

async function expectAccessibleAt(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await setViewport(page, width, colorScheme)
  await expectNoSidewaysScroll(page)
  if (width === PHONE) await expectReadingOrder(page)
  await expectAccessible(page)
}

/**
 * In one column, what comes later in the document is never above what comes before: screen readers and Tab follow it.
 * The controls of a row may be beside it.
 */
async function expectReadingOrder(page: Page) {
  const jumps = await page.evaluate(() => {
    const root = document.querySelector('dialog[open], [role=dialog]') ?? document.querySelector('main')
    const isFlowing = (element: Element): boolean =>
      element === root ||
      (!['fixed', 'sticky', 'absolute'].includes(getComputedStyle(element).position) &&
        element.parentElement !== null &&
        isFlowing(element.parentElement))
    const parts = [...(root?.querySelectorAll('h1, h2, h3, h4, p, a, button, input, select, textarea') ?? [])]
      .filter((element) => element.checkVisibility() && isFlowing(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    return parts.flatMap(({ element, box }, at) => {
      const before = parts[at - 1]
      const row = element.closest('li, tr')
      const isBeside = row !== null && row === before?.element.closest('li, tr')
      const isAbove = before && !isBeside && box.bottom <= before.box.top + 1 && box.left < before.box.right
      return isAbove
        ? [`“${element.textContent.slice(0, 40)}” is above “${before.element.textContent.slice(0, 40)}”`]
        : []
    })
  })
  if (jumps.length > 0)
    throw new Error(`${page.url()} is read in another order than shown:\n${jumps.join('\n')}`)
}

async function setViewport(page: Page, width: number, colorScheme: 'light' | 'dark') {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  if (isDark !== (colorScheme === 'dark')) await page.emulateMedia({ colorScheme })
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
}

/** Waits until everything is painted: colours, widths and media change some frames apart. */
async function expectNoSidewaysScroll(page: Page) {
  const overflowing = await page.evaluate(async () => {
    const fits = () => document.documentElement.scrollWidth <= innerWidth
    const giveUpAt = performance.now() + 1_000
    let drawn = ''
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const size = JSON.stringify(document.body.getBoundingClientRect())
      if (size === drawn && (fits() || performance.now() > giveUpAt)) break
      drawn = size
    }
    if (fits()) return undefined
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent.slice(0, 40)}`)
  })
  if (!overflowing) return
  throw new Error(`${page.url()} scrolls sideways, for:\n${overflowing.join('\n')}`)
}
