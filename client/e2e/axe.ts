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
 * @param rules all, unless told
 */
export async function expectAccessible(page: Page, rules?: readonly string[]) {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((motion) => motion.effect?.getTiming().iterations !== Infinity)
    return Promise.allSettled(ending.map((motion) => motion.finished)).then(() => undefined)
  })
  // Evaluated by the debugger, not added as a script element, which the page's security policy would refuse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source)
  const { violations } = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run: (o: RunOptions) => Promise<AxeResults> } }).axe.run(options),
    rules ? { ...OPTIONS, runOnly: [...rules] } : OPTIONS,
  )
  if (violations.length === 0) return
  const lines = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(' ')}\n      ${node.failureSummary}`).join('\n')}`,
  )
  throw new Error(`${page.url()} has accessibility violations\n${lines.join('\n')}`)
}
