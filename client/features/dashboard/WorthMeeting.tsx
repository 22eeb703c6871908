import type { Introduction } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { CirclesMotif } from '#client/ui/motifs.tsx'

import type { DashboardParts } from './DashboardScreen.tsx'
import { Open } from './Open.tsx'

interface Props extends Pick<DashboardParts, 'Suggestion'> {
  introduction: Introduction | undefined
}

/** One at a time: the next comes once this one was asked, or is not relevant. */
export function WorthMeeting({ introduction, Suggestion }: Props) {
  const place = useKeptFocus<HTMLDivElement>(introduction?.member.id)
  return (
    <Card title="Worth meeting">
      <div ref={place} tabIndex={-1}>
        {introduction ? (
          <Suggestion key={introduction.member.id} introduction={introduction} />
        ) : (
          <Open
            picture={<CirclesMotif />}
            action={
              <LinkButton variant="secondary" to={paths.connectionsTab('directory')}>
                Look through the directory
              </LinkButton>
            }
          >
            Someone whose offer answers your ask, or who was at the same event, will be suggested here.
          </Open>
        )}
      </div>
    </Card>
  )
}
