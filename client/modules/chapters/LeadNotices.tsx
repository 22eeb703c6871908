import * as m from '#shared/chapters/messages.ts'
import { isAmongThoseWhoCan, positionOf } from '#shared/chapters/rights.ts'
import { QUIET_AFTER_DAYS } from '#shared/chapters/rules.ts'
import type { Chapter } from '#shared/chapters/schema.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { rich } from '#client/ui/rich.tsx'

import { offerToLead, renewTerm, useChaptersChanged } from './queries.ts'

/** Requests to the viewer: to take over, and to renew the term as lead. */
export const LeadNotices = ({ chapter }: { chapter: Chapter }) => (
  <>
    {chapter.own?.termEndsAt && <Term slug={chapter.slug} endsAt={chapter.own.termEndsAt} />}
    <Succession chapter={chapter} />
  </>
)

function Term({ slug, endsAt }: { slug: string; endsAt: string }) {
  const onSuccess = useChaptersChanged()
  const renew = useCommand({ command: () => renewTerm(slug), onSuccess, done: m.termRenewed() })
  const hasEnded = useClock((now) => Date.parse(endsAt) <= now)
  return (
    <Notice tone="info" actions={<Button onClick={() => renew.run()}>{m.termRenew()}</Button>}>
      {rich(m.termEnds({ ended: hasEnded ? 'yes' : 'no', date: <DateOf at={endsAt} /> }))} {m.termText()}
    </Notice>
  )
}

/** Asks the members of a chapter who takes over. */
function Succession({ chapter }: { chapter: Chapter }) {
  const { slug, name, state, own, succession } = chapter
  const onSuccess = useChaptersChanged()
  const offer = useCommand<unknown, boolean>({
    command: (isOffered) => offerToLead(slug, isOffered),
    onSuccess,
    done: (_, isOffered) => m.successionDone({ offered: isOffered ? 'yes' : 'no' }),
  })
  if (!succession) return null
  const { need, restsAt } = succession
  const isOffered = own?.offersToLead === true
  return (
    <Notice
      tone="info"
      title={m.successionNeed({ need, chapter: name, days: QUIET_AFTER_DAYS })}
      actions={
        own &&
        isAmongThoseWhoCan('offerToLead', positionOf(own)) && (
          <Button variant="secondary" onClick={() => offer.run(!isOffered)}>
            {isOffered ? m.successionWithdraw() : m.successionOffer()}
          </Button>
        )
      }
    >
      {isOffered ? m.successionOffered() : rich(m.successionRests({ state, date: <DateOf at={restsAt} /> }))}
    </Notice>
  )
}
