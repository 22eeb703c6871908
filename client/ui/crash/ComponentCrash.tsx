import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { CRASH } from './crash-limits.ts'
import styles from './ComponentCrash.module.css'
import { type Crash, CrashBoundary } from './CrashBoundary.tsx'
import { ErrorCode } from './ErrorCode.tsx'
import { useRetry } from './use-retry.ts'

interface ComponentCrashProps {
  /** True for one of many small components, such as a card of a list: shows a shorter, smaller message. */
  isolated?: boolean
  children: ReactNode
}

/** Limits a crash to this section; the rest of the screen stays. */
export const ComponentCrash = ({ isolated = false, children }: ComponentCrashProps) => (
  <CrashBoundary level="component" Screen={isolated ? IsolatedNotice : SectionNotice}>
    {children}
  </CrashBoundary>
)

function SectionNotice({ crash }: { crash: Crash }) {
  const { retry, busy, holder } = useRecovery(crash)
  return (
    <div ref={holder} tabIndex={-1}>
      <Notice
        tone="danger"
        title={m.crashTitle()}
        actions={
          <>
            {retry && (
              <Button variant="secondary" busy={busy} onClick={retry}>
                {m.crashRetry()}
              </Button>
            )}
            <ErrorCode entry={crash.entry} />
          </>
        }
      >
        {m.crashText()}
      </Notice>
    </div>
  )
}

function IsolatedNotice({ crash }: { crash: Crash }) {
  const { retry, busy, holder } = useRecovery(crash)
  return (
    <div ref={holder} tabIndex={-1} role="alert" className={styles.isolated}>
      <span>{m.crashSmall()}</span>
      {retry && (
        <Button variant="quiet" busy={busy} onClick={retry}>
          {m.tryAgain()}
        </Button>
      )}
      <ErrorCode entry={crash.entry} />
    </div>
  )
}

function useRecovery(crash: Crash) {
  const { retry, busy } = useRetry(crash)
  const tryAgain = useEffectEvent(retry)
  const holder = useRef<HTMLDivElement>(null)
  const hasTriesLeft = crash.count < CRASH.tries

  useEffect(() => {
    const timer = hasTriesLeft ? setTimeout(() => tryAgain(), CRASH.resetAfter) : undefined
    return () => clearTimeout(timer)
  }, [hasTriesLeft])

  // The pressed button was removed with the last notice, and the focus with it.
  const wasRetried = crash.count > 1
  useEffect(() => {
    if (wasRetried && document.activeElement === document.body) holder.current?.focus({ preventScroll: true })
  }, [wasRetried])

  return { retry: hasTriesLeft ? retry : undefined, busy, holder }
}
