import { Link } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import { industryName } from '#shared/community/industries.ts'
import type { Relationship } from '#shared/people/connections.ts'
import type { OpenAsk } from '#shared/people/asks.ts'
import { paths } from '#shared/lib/paths.ts'
import { CardAction, CardStatus } from '#client/modules/people/directory/CardStatus.tsx'
import styles from '#client/modules/people/directory/directory.module.css'
import { editSearch } from '#client/modules/people/members/own-profile-url.ts'
import { FulfilButton } from '#client/modules/people/members/FulfilButton.tsx'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'
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
        <p className={patterns.small}>{dotted(facts)}</p>
      </div>
      <div className={styles.about}>
        <p className={styles.line}>{text}</p>
        <p className={patterns.small}>{rich(m.expires({ date: <DateOf at={expiresAt} /> }))}</p>
      </div>
      <CardAction memberId={member.id} listed={ask.relationship}>
        {(relationship) => <Action ask={ask} relationship={relationship} />}
      </CardAction>
    </li>
  )
}

const Action = ({ ask, relationship }: { ask: OpenAsk; relationship: Relationship | undefined }) => {
  switch (relationship?.state) {
    case 'self':
      return (
        <div className={patterns.actions}>
          <LinkButton variant="quiet" to={`${paths.ownProfile}${editSearch('asks')}`}>
            {m.askEdit()}
          </LinkButton>
          <FulfilButton ask={ask} />
          <Helpers askId={ask.id} />
        </div>
      )
    case 'blockedByMe':
      return <CardStatus member={ask.member} relationship={relationship} />
    default:
      return <HelpButton ask={ask} isConnected={relationship?.state === 'connected'} />
  }
}
