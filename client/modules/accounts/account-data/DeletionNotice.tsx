import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/accounts/messages.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { useKeepAccount } from './queries.ts'

/** Shown while the account is scheduled for deletion. */
export function DeletionNotice() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const zone = useViewerZone()
  const { run, isPending } = useKeepAccount()
  if (!profile.deletionDueAt) return null

  return (
    <Notice
      tone="warning"
      title={m.deletionNotice({ date: formatDate(profile.deletionDueAt, zone) })}
      actions={
        <Button busy={isPending && m.oneMoment()} onClick={() => run()}>
          {m.keepAccount()}
        </Button>
      }
    >
      {m.deletionNoticeText()}
    </Notice>
  )
}
