import { useEffect, useRef } from 'react'

/**
 * Where a press takes away the very thing that was pressed, the focus falls to the page's beginning. This keeps it
 * near: the element takes it, whenever `shown` has changed and nothing else has the focus.
 */
export function useKeptFocus<E extends HTMLElement>(shown: unknown) {
  const element = useRef<E>(null)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [shown])
  return element
}
