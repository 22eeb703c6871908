import { useId } from 'react'

import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/meetings/messages.ts'
import { VOTES, type Vote } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { OtherClocks } from '#client/modules/meetings/meetings/OtherClocks.tsx'
import { othersIn } from '#client/modules/meetings/meetings/people.ts'
import { slotLabel, zonesOf } from '#client/modules/meetings/meetings/times.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { Badge, type BadgeProps } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/form/Field.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Table } from '#client/ui/lists/Table.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './details.module.css'
import type { VotesDraft } from './use-votes.ts'
import { namesByVote, slotKey, voteOf } from './votes.ts'

type Slot = MeetingDetails['slots'][number]

interface Props {
  meeting: MeetingDetails
  viewerId: string
  timeZone: string
  /** Undefined for people who cannot vote. */
  form: Form<VotesDraft> | undefined
  /** Undefined for people who cannot choose a slot. */
  onChoose: ((slot: string) => void) | undefined
}

/** Times and people as a table, on wide screens. */
export function VotesTable(props: Props) {
  const { meeting, viewerId } = props
  const others = othersIn(meeting, viewerId)
  const id = useId()
  return (
    <Table
      label={m.votesTable()}
      columns={[m.votesTime(), m.votesYours(), ...others.map(({ displayName }) => displayName)]}
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

/** The same as a list of times. */
export function VotesList(props: Props) {
  const { meeting, viewerId } = props
  const others = othersIn(meeting, viewerId)
  const id = useId()
  return (
    <ol className={styles.slots} aria-label={m.votesTable()}>
      {meeting.slots.map((slot) => (
        <li key={slot.startsAt}>
          <SlotTime {...props} slot={slot} id={id + slotKey(slot)} />
          <OwnAnswer {...props} slot={slot} labelId={id + slotKey(slot)} />
          <ul className={styles.votes}>
            {namesByVote(slot, others).map(({ vote, names }) => (
              <li key={vote ?? 'none'}>
                <Answer vote={vote} />
                {vote ? ' ' : ': '}
                {formatList(names)}
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
  /** Id of the element that names the slot. */
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
      {past && <p className={patterns.small}>{m.votesPast()}</p>}
      {onChoose && !past && (
        <div>
          <Button
            variant="secondary"
            aria-label={m.votesChooseTime({ days, times })}
            onClick={() => onChoose(startsAt)}
          >
            {m.votesChoose()}
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
            {m.voteName({ vote })}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

const TONES: Record<Vote, NonNullable<BadgeProps['tone']>> = {
  yes: 'accent',
  ifNeeded: 'strong',
  no: 'neutral',
}

const Answer = ({ vote }: { vote: Vote | undefined }) =>
  vote ? (
    <Badge tone={TONES[vote]}>{m.voteName({ vote })}</Badge>
  ) : (
    <span className={patterns.small}>{m.votesNone()}</span>
  )
