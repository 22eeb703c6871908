import { useSuspenseQuery } from '@tanstack/react-query'

import { formatDate } from '#client/lib/time/dates.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

import { useKeepAccount } from './queries.ts'

/** Shown while the account is scheduled for deletion. */
export function DeletionNotice() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const zone = useViewerZone()
  const keeping = useKeepAccount()
  const toast = useToast()
  if (!profile.deletionDueAt) return null

  const keep = () =>
    keeping.mutate(undefined, {
      onSuccess: () => toast('Your account won’t be deleted.', { tone: 'success' }),
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
      You can change your mind until then. You’re hidden from the directory and from suggestions.
    </Notice>
  )
}
