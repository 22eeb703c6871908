import type { Locator } from 'playwright-core'

/** Whether a pointer reaches the middle of the control and of each of its sides, where it is now. */
export const isUncovered = (control: Locator) =>
  control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const points = [
      [x, y],
      [left + 2, y],
      [right - 2, y],
      [x, top + 2],
      [x, bottom - 2],
    ] as const
    return points.every((point) => element.contains(document.elementFromPoint(...point)))
  })
