/**
 * The arrow keys of every popover, as in the menu button pattern of the ARIA Authoring Practices: on its button, up
 * and down open it; inside, they move between its links and buttons and wrap around, and Home and End go to the
 * ends.
 */
export function moveInMenu(event: KeyboardEvent) {
  const from = event.target as HTMLButtonElement
  const opened = from.popoverTargetElement
  const menu = opened ?? from.closest('[popover]')
  const key = ['ArrowDown', 'ArrowUp', 'Home', 'End'].indexOf(event.key)
  if (!menu || key < 0 || (opened && key > 1)) return
  // Opened by a click on its button: the browser then knows where to show it, and where the focus returns to.
  if (opened && !menu.matches(':popover-open')) from.click()
  const items = [...menu.querySelectorAll<HTMLElement>('a,button')].filter((item) => item.checkVisibility())
  const current = items.indexOf(from)
  // Radio buttons have arrow keys of their own.
  if (!opened && current < 0) return
  event.preventDefault()
  items.at([(current + 1) % items.length, Math.max(current, 0) - 1, 0, -1][key]!)?.focus()
}
