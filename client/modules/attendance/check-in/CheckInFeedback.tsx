import * as m from '#shared/events/messages.ts'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'

import { type CheckInEntry, type Outcome, tablesLabel, type UndoArrival } from './attendees.ts'
import styles from './check-in.module.css'

interface Props {
  outcome?: Outcome
  /** Different for each outcome. */
  id: number
  /** Their tables are shown with the outcome. */
  attendees: readonly CheckInEntry[]
  onUndo: UndoArrival
}

const TONES: Record<Outcome['kind'], keyof typeof ICONS> = {
  checkedIn: 'success',
  alreadyCheckedIn: 'warning',
  noSeat: 'error',
  invalidCode: 'error',
  lookingUp: 'neutral',
  queuedCode: 'warning',
  undone: 'neutral',
}

/** Paths: the tone must not depend on colour alone. */
const ICONS = {
  success: 'm3.5 10.5 4.5 4.5 8.5-10',
  warning: 'M10 4v8M10 15.5v.5',
  error: 'm5 5 10 10M15 5 5 15',
  neutral: 'M4 10h12',
}

/** The outcome of the last check-in, readable from a step away and announced to screen readers. */
export function CheckInFeedback({ outcome, id, attendees, onUndo }: Props) {
  return (
    <output className={styles.output}>
      {outcome && <Feedback key={id} outcome={outcome} attendees={attendees} onUndo={onUndo} />}
    </output>
  )
}

function Feedback({ outcome, attendees, onUndo }: Omit<Props, 'id'> & { outcome: Outcome }) {
  const moment = useMomentLabel()
  const tone = TONES[outcome.kind]
  const [title, text] = messageOf(outcome, moment)
  const arrived = 'memberId' in outcome && attendees.find(({ member }) => member.id === outcome.memberId)
  return (
    <div className={styles.feedback} data-tone={tone}>
      <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true">
        <path d={ICONS[tone]} />
      </svg>
      <div className={styles.message}>
        <p className={styles.messageTitle}>{title}</p>
        <p>{text}</p>
        {arrived && arrived.tables && <p className={styles.tables}>{tablesLabel(arrived.tables)}</p>}
      </div>
      {outcome.kind === 'checkedIn' && (
        <Button variant="secondary" onClick={() => onUndo(outcome.memberId, outcome.name, outcome.at)}>
          {m.checkInUndo()}
        </Button>
      )}
    </div>
  )
}

function messageOf(outcome: Outcome, moment: (instant: string) => string): [title: string, text: string] {
  switch (outcome.kind) {
    case 'checkedIn':
      return [outcome.name, m.checkInDone({ guests: outcome.guests })]
    case 'alreadyCheckedIn':
      return [outcome.name, m.checkInAlready({ time: moment(outcome.at) })]
    case 'noSeat':
      return [outcome.name ?? m.checkInUnlisted(), m.checkInNoSeat()]
    case 'invalidCode':
      return [m.checkInOtherCode(), m.checkInOtherCodeText()]
    case 'lookingUp':
      return [m.checkInLookingUp(), m.checkInLookingUpText()]
    case 'queuedCode':
      return [m.checkInUnlisted(), m.checkInCodeKept()]
    case 'undone':
      return [outcome.name, m.checkInUndone()]
  }
}
