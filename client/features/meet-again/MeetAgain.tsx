import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import type { EventDetails } from '#shared/events.ts'
import type { MeetAgainChoice } from '#shared/meet-again.ts'
import { newMeetingPath } from '#shared/meeting-paths.ts'
import { paths } from '#shared/paths.ts'
import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { useToast } from '#client/ui/toast.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './meet-again.module.css'
import { meetAgain, setChoice, showChoice } from './queries.ts'

const pickTimePath = (eventId: string, memberId: string) =>
  newMeetingPath({ people: [memberId], source: { kind: 'event', id: eventId } })

/** For those who were checked in, until three days after the event: a private list of whom to meet again. */
export function MeetAgain({ event: { id } }: { event: EventDetails }) {
  const query = useInfiniteQuery({ ...meetAgain(id), throwOnError: false })
  const momentLabel = useMomentLabel()
  const { items = [], openUntil } = query.data ?? {}
  const section = useFocusFallback<HTMLElement>(items.filter(({ state }) => state === 'connected').length)
  if (!openUntil || items.length === 0) return null
  return (
    <section ref={section} tabIndex={-1} className={styles.section}>
      <h2>Whom would you like to meet again?</h2>
      <p>
        Only you can see your choices. If they choose you too, you’ll be connected and can pick a time.{' '}
        <span className={patterns.muted}>Open until {momentLabel(openUntil)}.</span>
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
  const withMember = <VisuallyHidden> with {member.displayName}</VisuallyHidden>
  return (
    <>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[member.headline, member.company]}
        to={paths.memberProfile(member.id)}
      />
      {state === 'connected' ? (
        <LinkButton variant="secondary" to={pickTimePath(eventId, member.id)}>
          <span>Pick a time{withMember}</span>
        </LinkButton>
      ) : (
        <CheckboxField label={<>Meet again{withMember}</>} checked={state === 'chosen'} onChange={choose} />
      )}
    </>
  )
}

/** Shown at once, and taken back if it fails. The last press counts, whichever answer comes first. */
function useChoice(eventId: string, { id, displayName }: MeetAgainChoice['member']) {
  const cache = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const mutation = useMutation({
    scope: { id: `meet-again ${eventId} ${id}` },
    mutationFn: (isChosen: boolean) => setChoice(eventId, id, isChosen),
    onMutate: (isChosen) => {
      showChoice(cache, eventId, id, isChosen ? 'chosen' : 'none')
    },
    onSuccess: async (state) => {
      if (state !== 'connected') return
      showChoice(cache, eventId, id, state)
      toast(`${displayName} chose you too. You’re connected.`, {
        tone: 'success',
        action: { label: 'Pick a time', onSelect: () => void navigate(pickTimePath(eventId, id)) },
      })
      await Promise.all(
        [['connections'], ['dashboard'], ['relationships', id]].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: (error) => {
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
      return cache.invalidateQueries({ queryKey: meetAgain(eventId).queryKey })
    },
  })
  return mutation.mutate
}
