import { type MouseEvent, useRef } from 'react'

import { imageUrl } from '#shared/image-rules.ts'
import { counted } from '#client/features/events/labels.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './check-in.module.css'
import type { CheckInEntry } from './attendees.ts'
import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'

interface Props {
  person: CheckInEntry
  onArrive: (() => void) | undefined
  onUndo: () => void
}

/** Milliseconds. */
const REPEATED_WITHIN = 700

export function PersonRow({ person: { member, guests, checkedInAt, waiting }, onArrive, onUndo }: Props) {
  const moment = useMomentLabel()
  const lines = [
    [member.company, guests > 0 && `with ${counted(guests, 'guest')}`],
    [checkedInAt && `Here since ${moment(checkedInAt)}`, waiting && 'waiting to be sent'],
  ]
  const lastPress = useRef(-Infinity)
  // It is one button that changes: a second tap, or a key that is held, must not take back the first.
  const press = ({ timeStamp }: MouseEvent) => {
    const isRepeated = timeStamp - lastPress.current < REPEATED_WITHIN
    lastPress.current = timeStamp
    if (isRepeated) return
    if (checkedInAt) onUndo()
    else onArrive?.()
  }
  return (
    <li className={styles.row} data-here={checkedInAt ? '' : undefined}>
      <Avatar name={member.displayName} photo={member.photo && imageUrl(member.photo)} />
      <div className={styles.words}>
        <span className={styles.name}>{member.displayName}</span>
        {lines.map((line) => {
          const words = line.filter(Boolean).join(' · ')
          return words && <span key={words}>{words}</span>
        })}
      </div>
      {(checkedInAt || onArrive) && (
        <Button variant={checkedInAt ? 'quiet' : 'secondary'} onClick={press}>
          {checkedInAt ? 'Undo' : 'Check in'}
          <VisuallyHidden> {member.displayName}</VisuallyHidden>
        </Button>
      )}
    </li>
  )
}
