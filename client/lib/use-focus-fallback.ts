import { useEffect, useRef } from 'react'

/**
 * For the places where `keepFocus` would choose a worse element: this one gets the focus whenever `shown` has changed
 * and nothing else has it.
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
