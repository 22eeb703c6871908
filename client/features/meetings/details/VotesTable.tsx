import { useId } from 'react'

import { VOTE_NAMES } from '#shared/meeting-labels.ts'
import { VOTES, type Vote } from '#shared/meeting-rules.ts'
import type { MeetingDetails } from '#shared/meetings.ts'
import { OtherClocks } from '#client/features/meetings/OtherClocks.tsx'
import { listNames, othersIn } from '#client/features/meetings/people.ts'
import { slotLabel, zonesOf } from '#client/features/meetings/times.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Badge, type BadgeProps } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/Field.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Table } from '#client/ui/Table.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './details.module.css'
import type { VotesDraft } from './use-votes.ts'
import { namesByVote, slotKey, voteOf } from './votes.ts'

type Slot = MeetingDetails['slots'][number]

interface Props {
  meeting: MeetingDetails
  viewerId: string
  timeZone: string
  /** Undefined for those who cannot vote. */
  form: Form<VotesDraft> | undefined
  /** Undefined for those who cannot choose a slot. */
  onChoose: ((slot: string) => void) | undefined
}

/** Times and people, where there is room. */
export function VotesTable(props: Props) {
  const { meeting, viewerId } = props
  const others = othersIn(meeting, viewerId)
  const id = useId()
  return (
    <Table
      label="Answers so far"
      columns={['Time', 'Your answer', ...others.map(({ displayName }) => displayName)]}
    >
      {meeting.slots.map((slot) => (
        <tr key={slot.startsAt}>
          <th scope="row">
            <SlotTime {...props} slot={slot} id={id + slotKey(slot)} />
          </th>
          <td>
            <OwnAnswer {...props} slot={slot} labelId={id + slotKey(slot)} />
          </td>
          {others.map((member) => (
            <td key={member.id}>
              <Answer vote={voteOf(slot, member.id)} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

/** The same, time by time. */
export function VotesList(props: Props) {
  const { meeting, viewerId } = props
  const others = othersIn(meeting, viewerId)
  const id = useId()
  return (
    <ol className={styles.slots} aria-label="Answers so far">
      {meeting.slots.map((slot) => (
        <li key={slot.startsAt}>
          <SlotTime {...props} slot={slot} id={id + slotKey(slot)} />
          <OwnAnswer {...props} slot={slot} labelId={id + slotKey(slot)} />
          <ul className={styles.votes}>
            {namesByVote(slot, others).map(({ vote, names }) => (
              <li key={vote ?? 'none'}>
                <Answer vote={vote} />
                {vote ? ' ' : ': '}
                {listNames(names)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

interface SlotTimeProps extends Props {
  slot: Slot
  /** Of the element that names the slot. */
  id: string
}

function SlotTime({ meeting, viewerId, timeZone, onChoose, slot, id }: SlotTimeProps) {
  const { startsAt, past } = slot
  const { durationMinutes } = meeting
  const { days, times } = slotLabel(startsAt, durationMinutes, timeZone)
  return (
    <div className={styles.slot}>
      <time id={id} dateTime={startsAt}>
        <span className={styles.day}>
          {days}
          <VisuallyHidden>, </VisuallyHidden>
        </span>
        <span>{times}</span>
      </time>
      <OtherClocks
        startsAt={startsAt}
        durationMinutes={durationMinutes}
        people={zonesOf(meeting, viewerId)}
        viewerZone={timeZone}
      />
      {past && <p className={patterns.small}>This time has passed.</p>}
      {onChoose && !past && (
        <div>
          <Button
            variant="secondary"
            aria-label={`Choose this time: ${days}, ${times}`}
            onClick={() => onChoose(startsAt)}
          >
            Choose this time
          </Button>
        </div>
      )}
    </div>
  )
}

interface OwnAnswerProps extends Props {
  slot: Slot
  labelId: string
}

function OwnAnswer({ form, viewerId, slot, labelId }: OwnAnswerProps) {
  const errorId = useId()
  if (!form || slot.past) return <Answer vote={voteOf(slot, viewerId)} />
  const key = slotKey(slot)
  const { answers } = form.values
  const error = form.errors[`answers.${key}`]
  return (
    <fieldset
      role="radiogroup"
      aria-labelledby={labelId}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <div className={styles.answers}>
        {VOTES.map((vote) => (
          <label key={vote} className={styles.answer}>
            <input
              type="radio"
              name={`vote-${key}`}
              checked={answers[key] === vote}
              onChange={() => form.set('answers', { ...answers, [key]: vote })}
            />
            {VOTE_NAMES[vote]}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

const TONES: Record<Vote, NonNullable<BadgeProps['tone']>> = {
  yes: 'accent',
  ifNeeded: 'gold',
  no: 'neutral',
}

const Answer = ({ vote }: { vote: Vote | undefined }) =>
  vote ? (
    <Badge tone={TONES[vote]}>{VOTE_NAMES[vote]}</Badge>
  ) : (
    <span className={patterns.small}>No answer yet</span>
  )
