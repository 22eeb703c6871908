import * as m from '#shared/chapters/messages.ts'
import type { ChapterHealth } from '#shared/chapters/health.ts'
import { paths } from '#shared/lib/paths.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'

import { changeChapterRole, useChaptersChanged } from './queries.ts'

type Offer = ChapterHealth['offers'][number]

/** Members who offer to lead the chapter. */
export const LeadOffers = ({ slug, offers }: { slug: string; offers: readonly Offer[] }) => (
  <Stack gap={2}>
    <h3>{m.successionOffers()}</h3>
    <ul className={patterns.ruled}>
      {offers.map((offer) => (
        <li key={offer.id}>
          <LeadOffer slug={slug} offer={offer} />
        </li>
      ))}
    </ul>
  </Stack>
)

function LeadOffer({ slug, offer }: { slug: string; offer: Offer }) {
  const { id, displayName, photo, headline, company, since } = offer
  const appoint = useCommand({
    command: () => changeChapterRole(slug, id, 'lead'),
    onSuccess: useChaptersChanged(),
    done: m.roleDone({ name: displayName, role: m.roleName({ role: 'lead' }) }),
  })
  return (
    <Stack gap={2}>
      <Person name={displayName} photo={photo} lines={[headline, company]} to={paths.memberProfile(id)}>
        {rich(m.offeredOn({ date: <DateOf at={since} /> }))}
      </Person>
      <div className={patterns.actions}>
        <Button onClick={() => appoint.run()}>
          <span>{rich(m.successionAppoint({ name: displayName, hidden }))}</span>
        </Button>
      </div>
    </Stack>
  )
}
