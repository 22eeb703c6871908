import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/lib/messages.ts'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { type ShowToast, ToastContext, type ToastOptions } from '#client/lib/toast.ts'
import styles from './Toaster.module.css'

interface Toast extends ToastOptions {
  id: number
  text: string
}

const SHOWN_FOR = 10 * SECOND
const AT_MOST = 2
const CONTROL_WITH_FOCUS = ':is(a,button,input,select,textarea,summary):focus'

interface ToasterProps {
  /** Shown in the same place for as long as it applies. */
  persistent?: ReactNode
  children: ReactNode
}

/** Wraps the app. Components inside show toasts with `useToast()`. */
export function Toaster({ persistent, children }: ToasterProps) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const next = useRef(0)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => makeRoom(place.current), [])

  // A message replaces the one before it, unless that offers an undo.
  const show = useCallback<ShowToast>((text, options = {}) => {
    next.current += 1
    const toast = { ...options, id: next.current, text }
    setToasts((current) => [...current.filter(({ action }) => action), toast].slice(-AT_MOST))
  }, [])
  const remove = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), [])

  return (
    <ToastContext value={show}>
      {children}
      <div ref={place} className={styles.place}>
        <section className={styles.toasts} aria-label={m.messages()} aria-live="polite">
          {toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} onDone={remove} />
          ))}
        </section>
        {persistent}
      </div>
    </ToastContext>
  )
}

/** Moves what is fixed to the bottom above the messages, and scrolls the focused control out from under them. */
function makeRoom(place: HTMLElement | null) {
  if (!place) return
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--messages', `${place.offsetHeight}px`)
    const control = document.querySelector(CONTROL_WITH_FOCUS)
    if (!control || place.offsetHeight === 0) return
    const { top, bottom } = control.getBoundingClientRect()
    const isCovered = top < innerHeight && bottom > place.getBoundingClientRect().top
    if (isCovered) control.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(place)
  return () => observer.disconnect()
}

interface ToastCardProps {
  toast: Toast
  onDone: (id: number) => void
}

function ToastCard({ toast, onDone }: ToastCardProps) {
  const { id, text, tone = 'info', action } = toast
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)

  useEffect(() => {
    if (isHovered || isFocused) return
    const timer = setTimeout(() => onDone(id), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [isHovered, isFocused, id, onDone])

  function press(run?: () => void) {
    run?.()
    onDone(id)
  }

  return (
    <div
      data-layer=""
      className={classNames(styles.toast, styles[tone])}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p className={styles.text}>
        <IsolatedText>{text}</IsolatedText>
      </p>
      {action && (
        <button type="button" className={styles.action} onClick={() => press(action.onSelect)}>
          {action.label}
        </button>
      )}
      <button type="button" className={styles.action} aria-label={m.dismiss()} onClick={() => press()}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="m6 6 8 8M14 6l-8 8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  )
}
