import type { ReactNode } from 'react'

import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'
import { counted } from '#client/features/events/labels.ts'
import type { ProblemError } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import type { Noted } from './queue.ts'
import styles from './queue.module.css'

interface Props {
  /** At one event. */
  waiting: readonly Noted[]
  /** The server takes none of them. */
  why: ProblemError
  at?: ReactNode
  onRetry: () => void
  onDiscard: () => void
}

/** More would push the screen away on which it stands. */
const FEW = 5

export function Held({ waiting, why, at, onRetry, onDiscard }: Props) {
  const words = useMomentLabel()
  const checkIns = counted(waiting.length, 'check-in')
  return (
    <Notice
      tone="danger"
      title={`${checkIns} not taken`}
      actions={
        <>
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
          <Button variant="quiet" onClick={onDiscard}>
            Discard {checkIns}
          </Button>
        </>
      }
    >
      {at}
      <p>{why.detail ?? why.title}</p>
      <details open={waiting.length <= FEW}>
        <summary>Who they are</summary>
        <ul className={styles.names}>
          {waiting.map(({ id, name, at: time, undo }) => (
            <li key={id}>
              {name ?? 'Someone who is not on the list'}, {words(time)}
              {undo && ': taken back'}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  )
}
