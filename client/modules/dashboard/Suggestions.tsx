import { type ComponentType, useState } from 'react'
import { Link } from 'react-router-dom'

import { findPeople } from '#shared/people/messages.ts'
import * as m from '#shared/dashboard/messages.ts'
import type { Suggestion } from '#shared/people/connections.ts'
import { paths } from '#shared/lib/paths.ts'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif } from '#client/ui/icons/motifs.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './dashboard.module.css'
import { EmptySection } from './EmptySection.tsx'

interface Props {
  suggestions: readonly Suggestion[]
  SuggestionCard: ComponentType<{ suggestion: Suggestion }>
}

/**
 * The next suggestion appears after a request or a dismissal. Absent if there is none; after the last one, it stays and
 * has the focus.
 */
export function Suggestions({ suggestions, SuggestionCard }: Props) {
  const [isShown, setShown] = useState(suggestions.length > 0)
  if (!isShown && suggestions.length > 0) setShown(true)
  if (!isShown) return null
  return (
    <Card title={suggestions.length > 1 ? m.suggestions() : m.suggestion()}>
      {suggestions.length > 0 ? (
        <ul className={patterns.ruled}>
          {suggestions.map((suggestion) => (
            <li key={suggestion.member.id}>
              <SuggestionCard suggestion={suggestion} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptySection
          picture={<CirclesMotif />}
          action={
            <LinkButton variant="secondary" to={paths.connectionsTab('directory')}>
              {findPeople()}
            </LinkButton>
          }
        >
          {m.suggestionsNone()}
        </EmptySection>
      )}
      <Link to={paths.connectionsTab('asks')} className={styles.link}>
        {m.suggestionsAsks()}
      </Link>
    </Card>
  )
}
