import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/meetings/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { MeetAgainChoice } from '#shared/meetings/meet-again.ts'
import { newMeetingPath } from '#shared/lib/paths/meetings.ts'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { rich } from '#client/ui/rich.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import styles from './meet-again.module.css'
import { meetAgain, setChoice, showChoice } from './queries.ts'

const pickTimePath = (eventId: string, memberId: string) =>
  newMeetingPath({ people: [memberId], source: { kind: 'event', id: eventId } })

/** A private list of people to meet again, for members who were checked in, until three days after the event. */
export function MeetAgain({ event: { id } }: { event: EventDetails }) {
  const query = useInfiniteQuery({ ...meetAgain(id), throwOnError: false })
  const momentLabel = useMomentLabel()
  const { items = [], openUntil } = query.data ?? {}
  if (!openUntil || items.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{m.againTitle()}</h2>
      <p>
        {m.againText()}{' '}
        <span className={patterns.muted}>{m.againUntil({ date: momentLabel(openUntil) })}</span>
      </p>
      <ul className={styles.list}>
        {items.map((choice) => (
          <li key={choice.member.id} className={styles.row}>
            <Choice eventId={id} choice={choice} />
          </li>
        ))}
      </ul>
      <ShowMore {...query} />
    </section>
  )
}

function Choice({ eventId, choice: { member, state } }: { eventId: string; choice: MeetAgainChoice }) {
  const choose = useChoice(eventId, member)
  const label = { name: member.displayName, hidden }
  return (
    <>
      <MemberLine member={member} />
      {state === 'connected' ? (
        <LinkButton variant="secondary" to={pickTimePath(eventId, member.id)}>
          <span>{rich(m.againPickTimeWith(label))}</span>
        </LinkButton>
      ) : (
        <CheckboxField label={rich(m.againMeet(label))} checked={state === 'chosen'} onChange={choose} />
      )}
    </>
  )
}

/** Shown at once, and rolled back if it fails. The last press counts, whichever answer arrives first. */
function useChoice(eventId: string, { id, displayName }: MeetAgainChoice['member']) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { mutate } = useCommand({
    scope: { id: `meet-again ${eventId} ${id}` },
    command: (isChosen: boolean) => setChoice(eventId, id, isChosen),
    done: (state) =>
      state === 'connected'
        ? {
            message: m.againMatched({ name: displayName }),
            tone: 'success',
            action: { label: m.againPickTime(), onSelect: () => void navigate(pickTimePath(eventId, id)) },
          }
        : undefined,
    onMutate: (isChosen) => {
      showChoice(cache, eventId, id, isChosen ? 'chosen' : 'none')
    },
    onSuccess: async (state) => {
      if (state !== 'connected') return
      showChoice(cache, eventId, id, state)
      await Promise.all(
        [['connections'], ['dashboard'], ['relationships', id]].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: () => cache.invalidateQueries({ queryKey: meetAgain(eventId).queryKey }),
  })
  return mutate
}
