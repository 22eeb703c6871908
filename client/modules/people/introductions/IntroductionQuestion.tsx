import { useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/people/messages.ts'
import { firstMeetingPath } from '#shared/lib/paths/meetings.ts'
import type { AskedIntroduction } from '#shared/people/introductions.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { rich } from '#client/ui/rich.tsx'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import styles from './introductions.module.css'
import { accept, decline, introductionAnswered } from './queries.ts'

/**
 * Asks the viewer about an introduction to a member: the introducer, the member, the reason, and the possible
 * answers.
 */
export function IntroductionQuestion({ introduction }: { introduction: AskedIntroduction }) {
  const { introducer, member, reason, state, expiresAt } = introduction
  return (
    <div className={styles.question}>
      {introducer ? (
        <p>
          {rich(
            (state === 'connected' ? m.introducedYou : m.introductionAsked)({
              name: (
                <strong>
                  <bdi>{introducer.displayName}</bdi>
                </strong>
              ),
            }),
          )}
        </p>
      ) : (
        <p>{m.introductionChosen()}</p>
      )}
      <MemberLine member={member} />
      {reason && <blockquote className={patterns.quote}>{reason}</blockquote>}
      <Answer introduction={introduction} />
      {expiresAt && <p className={patterns.small}>{rich(m.expires({ date: <DateOf at={expiresAt} /> }))}</p>}
    </div>
  )
}

function Answer({ introduction }: { introduction: AskedIntroduction }) {
  const { id, member, state } = introduction
  const { run: answer, running } = useAnswer(id, member)
  const label = { name: member.displayName, hidden }
  if (state === 'waiting')
    return <p>{rich(m.introductionWaiting({ name: <bdi>{member.displayName}</bdi> }))}</p>
  if (state === 'connected')
    return (
      <div className={patterns.actions}>
        <p>{m.introductionConnected()}</p>
        <LinkButton variant="secondary" to={firstMeetingPath(introduction)}>
          <span>{rich(m.introductionPickTime(label))}</span>
        </LinkButton>
      </div>
    )
  return (
    <div className={patterns.actions}>
      <Button
        variant="secondary"
        busy={running === 'accept' && m.accepting()}
        onClick={() => answer('accept')}
      >
        <span>{rich(m.introductionAccept(label))}</span>
      </Button>
      <Button
        variant="quiet"
        busy={running === 'decline' && m.introductionDeclining()}
        onClick={() => answer('decline')}
      >
        <span>{rich(m.introductionDecline(label))}</span>
      </Button>
      <p className={patterns.small}>{m.introductionNo()}</p>
    </div>
  )
}

function useAnswer(id: string, member: AskedIntroduction['member']) {
  const cache = useQueryClient()
  return useCommand({
    mutationKey: ['answer-introduction', id],
    command: (kind: 'accept' | 'decline') =>
      kind === 'accept' ? accept(id) : decline(id).then(() => undefined),
    done: (answered) => messageOf(answered?.state, member.displayName),
    onSettled: () => introductionAnswered(cache, member.id),
  })
}

function messageOf(state: AskedIntroduction['state'] | undefined, name: string) {
  if (state === 'connected') return m.nowConnected({ name })
  return state ? m.introductionAccepted({ name }) : m.introductionDeclined()
}
