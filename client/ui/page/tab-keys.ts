import type { KeyboardEvent } from 'react'

/**
 * The keys of a tab, as in the tabs pattern of the ARIA Authoring Practices: left and right move between the tabs of
 * its row and wrap around, and Home and End go to the ends. Enter and Space open a tab, as they press any button.
 */
export function moveInTabs(event: KeyboardEvent<HTMLElement>) {
  // With a modifier they are the browser's own, such as back in the history.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const row = event.currentTarget.closest('[role=tablist]')!
  const tabs = [...row.querySelectorAll<HTMLElement>('[role=tab]')]
  const current = tabs.indexOf(event.currentTarget)
  const right = document.dir === 'rtl' ? -1 : 1
  const targets: Partial<Record<string, number>> = {
    ArrowRight: (current + right) % tabs.length,
    ArrowLeft: (current - right) % tabs.length,
    Home: 0,
    End: -1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  tabs.at(target)?.focus()
}
