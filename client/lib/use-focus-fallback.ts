import { useEffect, useRef } from 'react'

/**
 * When a pressed button removes itself, the browser moves the focus to the start of the page. This keeps it close: the
 * element gets the focus whenever `shown` has changed and nothing else has it.
 */
export function useFocusFallback<E extends HTMLElement>(shown: unknown) {
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
