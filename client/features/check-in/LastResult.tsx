import { counted } from '#client/features/events/labels.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'
import { Button } from '#client/ui/Button.tsx'

import styles from './check-in.module.css'
import type { Outcome } from './outcome.ts'
import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'

interface Props {
  outcome?: Outcome
  /** Another for each outcome. */
  turn: number
  onUndo: (memberId: string, name: string) => void
}

type MomentWords = (instant: string) => string

const TONES: Record<Outcome['kind'], keyof typeof MARKS> = {
  in: 'good',
  already: 'doubt',
  noSeat: 'bad',
  foreign: 'bad',
  asking: 'plain',
  kept: 'doubt',
  undone: 'plain',
}

/** Told apart without colours, too. */
const MARKS = {
  good: 'm3.5 10.5 4.5 4.5 8.5-10',
  doubt: 'M10 4v8M10 15.5v.5',
  bad: 'm5 5 10 10M15 5 5 15',
  plain: 'M4 10h12',
}

interface ToldProps extends Pick<Props, 'onUndo'> {
  outcome: Outcome
  moment: MomentWords
}

/** What the last person at the door came to: to be read from a step away, and said aloud. */
export function LastOutcome({ outcome, turn, onUndo }: Props) {
  const moment = useMomentLabel()
  // Undone, the button for it is gone.
  const place = useKeptFocus<HTMLOutputElement>(outcome?.kind === 'undone' && turn)
  return (
    <output ref={place} tabIndex={-1} className={styles.outcome}>
      {outcome && <Told key={turn} outcome={outcome} moment={moment} onUndo={onUndo} />}
    </output>
  )
}

function Told({ outcome, moment, onUndo }: ToldProps) {
  const tone = TONES[outcome.kind]
  const [title, text] = wordsOf(outcome, moment)
  return (
    <div className={styles.told} data-tone={tone}>
      <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
        <path d={MARKS[tone]} />
      </svg>
      <div className={styles.said}>
        <p className={styles.who}>{title}</p>
        <p>{text}</p>
      </div>
      {outcome.kind === 'in' && (
        <Button variant="secondary" onClick={() => onUndo(outcome.memberId, outcome.name)}>
          Undo
        </Button>
      )}
    </div>
  )
}

function wordsOf(outcome: Outcome, moment: MomentWords): [string, string] {
  switch (outcome.kind) {
    case 'in':
      return [
        outcome.name,
        outcome.guests ? `Checked in, with ${counted(outcome.guests, 'guest')}` : 'Checked in',
      ]
    case 'already':
      return [outcome.name, `Already checked in: ${moment(outcome.at)}`]
    case 'noSeat':
      return [
        outcome.name ?? 'Not going',
        outcome.name ? 'Not going: no seat at this event' : 'No seat at this event',
      ]
    case 'foreign':
      return ['Not a code of this event', 'If they say they have a seat, look for their name.']
    case 'asking':
      return ['Looking it up…', 'This code is not on the list yet.']
    case 'kept':
      return ['Not on the list', 'The code is kept, and looked up once the connection is back.']
    case 'undone':
      return [outcome.name, 'No longer checked in']
  }
}
