import type { ComponentType } from 'react'

import type { Introduction } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif } from '#client/ui/motifs.tsx'

import { EmptySection } from './EmptySection.tsx'

interface Props {
  introduction: Introduction | undefined
  Suggestion: ComponentType<{ introduction: Introduction }>
}

/** One at a time: the next appears after a request or a dismissal. */
export function SuggestedIntroduction({ introduction, Suggestion }: Props) {
  const container = useFocusFallback<HTMLDivElement>(introduction?.member.id)
  return (
    <Card title="Suggested introduction">
      <div ref={container} tabIndex={-1}>
        {introduction ? (
          <Suggestion key={introduction.member.id} introduction={introduction} />
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
