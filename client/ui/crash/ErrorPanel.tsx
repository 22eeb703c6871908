import { type ReactNode, useEffect, useRef } from 'react'

import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'

import { ErrorCode } from './ErrorCode.tsx'
import styles from './ErrorPanel.module.css'

interface ErrorPanelProps {
  title: string
  /** Explains what happened and what to do next. */
  children: ReactNode
  /** The server's details, for support. */
  details?: string | undefined
  actions: ReactNode
  /** Log entry of the error, if any. */
  entry?: ClientErrorEntry | undefined
}

/** Replaces a whole screen. The heading gets the focus, since the focused element was removed. */
export function ErrorPanel({ title, children, details, actions, entry }: ErrorPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className={styles.panel}>
      <DoorAjar />
      <div role="alert" className={styles.text}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </div>
      {details && <pre className={styles.details}>{details}</pre>}
      <div className={styles.actions}>{actions}</div>
      <ErrorCode entry={entry} />
    </section>
  )
}

const DoorAjar = () => (
  <svg viewBox="0 0 96 96" className={styles.picture} aria-hidden="true">
    <path d="M8 88h80M22 88V44a26 26 0 0 1 52 0v44" />
    <path d="M30 88V44a18 18 0 0 1 14-17.5L62 36v58L30 88Z" className={styles.door} />
    <circle cx="55" cy="64" r="2.5" className={styles.knob} />
  </svg>
)
