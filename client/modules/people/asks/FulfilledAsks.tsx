import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import type { FulfilledAsk } from '#shared/people/asks.ts'
import { paths } from '#shared/lib/paths.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { asksChanged } from '#client/modules/people/members/queries.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import styles from '#client/modules/people/introductions/introductions.module.css'
import { Button } from '#client/ui/Button.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { fulfilledAsks } from './queries.ts'

/** Asks the viewer whether they may be named as the one who helped. */
export function HelpQuestions() {
  const { toAnswer } = useSuspenseQuery(fulfilledAsks).data
  if (toAnswer.length === 0) return null
  return (
    <ul className={styles.list}>
      {toAnswer.map((ask) => (
        <li key={ask.id} className={styles.item}>
          <Question ask={ask} />
        </li>
      ))}
    </ul>
  )
}

function Question({ ask: { id, text, member } }: { ask: FulfilledAsk }) {
  const cache = useQueryClient()
  const { run, running } = useCommand({
    command: (isNamed: boolean) =>
      request('PUT /api/asks/:askId/helper', { params: { askId: id }, body: { isNamed } }),
    done: (_, isNamed) => (isNamed ? m.askHelpedNamed() : m.askHelpedDeclined()),
    onSettled: () => asksChanged(cache),
  })
  return (
    <div className={styles.question}>
      <p>
        {rich(
          m.askHelped({
            name: (
              <strong>
                <bdi>{member.displayName}</bdi>
              </strong>
            ),
          }),
        )}
      </p>
      <blockquote className={patterns.quote}>{text}</blockquote>
      <p className={patterns.small}>{rich(m.askHelpedHint({ name: <bdi>{member.displayName}</bdi> }))}</p>
      <div className={patterns.actions}>
        <Button variant="secondary" busy={running === true && m.askFulfilSaving()} onClick={() => run(true)}>
          {m.askHelpedName()}
        </Button>
        <Button variant="quiet" busy={running === false && m.askFulfilSaving()} onClick={() => run(false)}>
          {m.askHelpedDecline()}
        </Button>
      </div>
    </div>
  )
}

/** Asks that were fulfilled lately, and who helped. */
export function FulfilledAsks() {
  const { items } = useSuspenseQuery(fulfilledAsks).data
  const { data: own } = useSuspenseQuery(ownProfile)
  if (items.length === 0) return null
  return (
    <section aria-label={m.asksFulfilled()} className={styles.section}>
      <h2>{m.asksFulfilled()}</h2>
      <ul className={patterns.ruled}>
        {items.map((ask) => (
          <li key={ask.id}>
            <Fulfilled ask={ask} isOwn={ask.member.id === own.id} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const linkTo = ({ id, displayName }: FulfilledAsk['member']) => (
  <Link viewTransition to={paths.memberProfile(id)}>
    <bdi>{displayName}</bdi>
  </Link>
)

function Fulfilled({
  ask: { id, text, member, helper, fulfilledAt },
  isOwn,
}: {
  ask: FulfilledAsk
  isOwn: boolean
}) {
  const cache = useQueryClient()
  const { run, isPending } = useCommand({
    command: () => request('DELETE /api/asks/:askId/fulfilment', { params: { askId: id } }),
    done: m.askFulfilledRemoved,
    onSettled: () => asksChanged(cache),
  })
  return (
    <>
      <p dir="auto">{text}</p>
      <p className={patterns.small}>
        {linkTo(member)}
        {'\u00A0· '}
        {rich(m.askFulfilledOn({ date: <DateOf at={fulfilledAt} /> }))}
        {helper && (
          <>
            {'\u00A0· '}
            {rich(m.asksHelpedBy({ name: linkTo(helper) }))}
          </>
        )}
      </p>
      {isOwn && (
        <Button
          variant="quiet"
          aria-label={m.askFulfilledRemoveText({ text })}
          busy={isPending && m.askFulfilSaving()}
          onClick={() => run()}
        >
          {m.askFulfilledRemove()}
        </Button>
      )}
    </>
  )
}
