import { useMutation, useQueryClient } from '@tanstack/react-query'

import { firstMeetingPath } from '#shared/meeting-paths.ts'
import type { AskedIntroduction } from '#shared/member-introductions.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'
import { useToast } from '#client/ui/toast.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './member-introductions.module.css'
import { accept, decline, introductionAnswered } from './queries.ts'

/** Someone introduces the viewer to a member: who, to whom, why, and what the viewer can answer. */
export function IntroductionQuestion({ introduction }: { introduction: AskedIntroduction }) {
  const { introducer, member, reason, state, expiresAt } = introduction
  return (
    <div className={styles.question}>
      {introducer ? (
        <p>
          <strong>{introducer.displayName}</strong>{' '}
          {state === 'connected' ? 'introduced you to:' : 'would like to introduce you to:'}
        </p>
      ) : (
        <p>You chose each other after an event:</p>
      )}
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[member.headline, member.company]}
        to={paths.memberProfile(member.id)}
      />
      {reason && <blockquote className={styles.reason}>{reason}</blockquote>}
      <Answer introduction={introduction} />
      {expiresAt && (
        <p className={patterns.small}>
          Expires <DateOf at={expiresAt} />
        </p>
      )}
    </div>
  )
}

function Answer({ introduction }: { introduction: AskedIntroduction }) {
  const { id, member, state } = introduction
  const { answer, running } = useAnswer(id, member)
  if (state === 'waiting')
    return <p>You accepted. If {member.displayName} accepts too, you’ll be connected.</p>
  if (state === 'connected')
    return (
      <div className={patterns.actions}>
        <p>You’re connected.</p>
        <LinkButton to={firstMeetingPath(introduction)}>
          <span>
            Pick a time<VisuallyHidden> with {member.displayName}</VisuallyHidden>
          </span>
        </LinkButton>
      </div>
    )
  const introductionTo = <VisuallyHidden> the introduction to {member.displayName}</VisuallyHidden>
  return (
    <div className={patterns.actions}>
      <Button busy={running === 'accept' && 'Accepting…'} onClick={() => answer('accept')}>
        <span>Accept{introductionTo}</span>
      </Button>
      <Button
        variant="secondary"
        busy={running === 'decline' && 'Declining…'}
        onClick={() => answer('decline')}
      >
        <span>Decline{introductionTo}</span>
      </Button>
      <p className={patterns.small}>A no is always fine. Nobody is told.</p>
    </div>
  )
}

function useAnswer(id: string, member: AskedIntroduction['member']) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutationKey = ['answer-introduction', id]
  const mutation = useMutation({
    mutationKey,
    mutationFn: (kind: 'accept' | 'decline') =>
      kind === 'accept' ? accept(id) : decline(id).then(() => undefined),
    onSuccess: (answered) => {
      toast(messageOf(answered?.state, member.displayName), { tone: 'success' })
      return introductionAnswered(cache, member.id)
    },
    onError: (error) => {
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
      return introductionAnswered(cache, member.id)
    },
  })
  return {
    // State is one render late: two quick presses would both see no answer running.
    answer: (kind: 'accept' | 'decline') => {
      if (cache.isMutating({ mutationKey }) === 0) mutation.mutate(kind)
    },
    running: mutation.isPending ? mutation.variables : undefined,
  }
}

function messageOf(state: AskedIntroduction['state'] | undefined, name: string) {
  if (state === 'connected') return `You and ${name} are now connected.`
  return state ? `Accepted. If ${name} accepts too, you’ll be connected.` : 'Declined. Nobody is told.'
}
