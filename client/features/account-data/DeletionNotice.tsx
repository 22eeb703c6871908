import { useSuspenseQuery } from '@tanstack/react-query'

import { formatDate } from '#client/lib/dates.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

import { useKeepAccount } from './queries.ts'

/** While the account waits to be deleted; nothing otherwise. */
export function DeletionNotice() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const zone = useViewerZone()
  const keeping = useKeepAccount()
  const toast = useToast()
  if (!profile.deletionDueAt) return null

  const keep = () =>
    keeping.mutate(undefined, {
      onSuccess: () => toast('Your account stays.', { tone: 'success' }),
      onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
    })

  return (
    <Notice
      tone="warning"
      title={`Your account will be deleted on ${formatDate(profile.deletionDueAt, zone)}`}
      actions={
        <Button busy={keeping.isPending && 'One moment…'} onClick={keep}>
          Keep my account
        </Button>
      }
    >
      Until then you can change your mind. You are not suggested to others any more, and do not stand in the
      directory.
    </Notice>
  )
}
