import type { ComponentType } from 'react'

import type { Introduction } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif } from '#client/ui/motifs.tsx'
import patterns from '#client/ui/patterns.module.css'

import { EmptySection } from './EmptySection.tsx'

interface Props {
  introductions: readonly Introduction[]
  Suggestion: ComponentType<{ introduction: Introduction }>
}

/** The next appears after a request or a dismissal. */
export function SuggestedIntroductions({ introductions, Suggestion }: Props) {
  const container = useFocusFallback<HTMLDivElement>(introductions[0]?.member.id)
  return (
    <Card title={introductions.length > 1 ? 'People to meet' : 'Suggested introduction'}>
      <div ref={container} tabIndex={-1}>
        {introductions.length > 0 ? (
          <ul className={patterns.ruled}>
            {introductions.map((introduction) => (
              <li key={introduction.member.id}>
                <Suggestion introduction={introduction} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptySection
            picture={<CirclesMotif />}
            action={
              <LinkButton variant="secondary" to={paths.connectionsTab('directory')}>
                Browse directory
              </LinkButton>
            }
          >
            Members whose offers match your asks, or who went to the same events, appear here.
          </EmptySection>
        )}
      </div>
    </Card>
  )
}
