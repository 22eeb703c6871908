import type { Locator } from 'playwright-core'

/** Whether the control is in view, and not at the height of a message. */
export const isUncovered = (control: Locator) =>
  control.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const messages = document.querySelector('section[aria-live]')?.parentElement?.querySelectorAll('p') ?? []
    const covers = [...messages].some((message) => {
      const box = message.getBoundingClientRect()
      return box.top < bottom && box.bottom > top
    })
    return top >= 0 && bottom <= innerHeight && messages.length > 0 && !covers
  })
