import type { ReactNode } from 'react'

import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import type { Noted, Refusal } from './queue.ts'
import styles from './queue.module.css'

interface Props {
  /** At one event. */
  refused: readonly Noted[]
  at?: ReactNode
  onSettle: (noted: Noted) => void
}

const REASONS: Record<Refusal['why'], string> = {
  noSeat: 'has no seat at this event',
  unknownCode: 'the code is not of this event',
}

/** What the server refused when it heard of it. */
export function Refused({ refused, at, onSettle }: Props) {
  const words = useMomentLabel()
  return (
    <Notice tone="warning" title="Not checked in after all">
      {at}
      <ul className={styles.refused}>
        {refused.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{nameOf(one)}</strong>, {words(one.at)}: {one.refused && REASONS[one.refused.why]}
            </span>
            <Button variant="quiet" onClick={() => onSettle(one)}>
              Done<VisuallyHidden> with {nameOf(one)}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const nameOf = ({ name, refused }: Noted) => refused?.name ?? name ?? 'Someone'
