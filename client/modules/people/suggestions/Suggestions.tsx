import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/people/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'

import { SuggestionCard } from './SuggestionCard.tsx'
import styles from './suggestions.module.css'
import { suggestions } from './queries.ts'

const asksLink = (content: Content) => <Link to={`${paths.ownProfile}#asks`}>{rich(content)}</Link>

export function Suggestions({ chapter }: { chapter: string }) {
  const { data } = useSuspenseQuery(suggestions(chapter))
  return (
    <section aria-label={m.suggestions()} className={patterns.form}>
      <h2>{m.suggestions()}</h2>
      {data.items.length === 0 ? (
        <p className={patterns.muted}>{rich(m.suggestionsNone({ link: asksLink }))}</p>
      ) : (
        <ul className={styles.list}>
          {data.items.map((suggestion) => (
            <li key={suggestion.member.id} className={styles.item}>
              <SuggestionCard suggestion={suggestion} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
