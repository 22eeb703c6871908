import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import { industryName } from '#shared/community/industries.ts'
import type { OpenAsk } from '#shared/people/asks.ts'
import { paths } from '#shared/lib/paths.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { relationshipWith } from '#client/modules/people/connections/queries.ts'
import { CardStatus } from '#client/modules/people/directory/CardStatus.tsx'
import styles from '#client/modules/people/directory/directory.module.css'
import { editSearch } from '#client/modules/people/members/own-profile-url.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Helpers } from '#client/modules/people/members/Helpers.tsx'

import { HelpButton } from './HelpButton.tsx'

/** An open ask of a member. */
export function AskCard({ ask }: { ask: OpenAsk }) {
  const { text, expiresAt, member, industry, city } = ask
  const facts = [member.company, industry && industryName(industry), city]
  return (
    <li className={styles.card}>
      <Avatar name={member.displayName} photo={member.photo} />
      <div className={styles.member}>
        <Link viewTransition to={paths.memberProfile(member.id)} className={styles.name}>
          {member.displayName}
        </Link>
        <p className={patterns.small}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.about}>
        <p className={styles.line}>{text}</p>
        <p className={patterns.small}>{rich(m.expires({ date: <DateOf at={expiresAt} /> }))}</p>
      </div>
      <CardAction ask={ask} />
    </li>
  )
}

function CardAction({ ask }: { ask: OpenAsk }) {
  const { member } = ask
  // The page of asks included it, so this subscribes to it without a request.
  const { data: relationship = ask.relationship } = useQuery({
    ...relationshipWith(member.id),
    enabled: false,
  })
  const container = useFocusFallback<HTMLDivElement>(relationship?.state)
  return (
    <div ref={container} tabIndex={-1} className={styles.action}>
      {relationship?.state === 'self' ? (
        <div className={patterns.actions}>
          <LinkButton variant="quiet" to={`${paths.ownProfile}${editSearch('asks')}`}>
            {m.askEdit()}
          </LinkButton>
          <Helpers askId={ask.id} />
        </div>
      ) : relationship?.state === 'connected' ? (
        <HelpButton ask={ask} />
      ) : (
        <CardStatus member={member} relationship={relationship ?? { state: 'none' }} ask={ask} />
      )}
    </div>
  )
}
