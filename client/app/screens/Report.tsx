import { useQuery } from '@tanstack/react-query'

import { eventDetails } from '#client/modules/events/events/queries.ts'
import { memberProfile } from '#client/modules/people/members/queries.ts'
import { ReportDialog } from '#client/modules/moderation/reports/ReportDialog.tsx'

interface Props {
  /** `{kind}:{id}`, from the URL. */
  subject: string
  onClose: () => void
}

/**
 * The report dialog, which offers the picture alone if the viewer can see one. When it is opened from a list, that is
 * known only once the profile has loaded.
 */
export function Report({ subject, onClose }: Props) {
  const [, kind, id = ''] = /^(profile|event):(.*)$/.exec(subject) ?? []
  const once = { throwOnError: false, refetchInterval: false } as const
  const profile = useQuery({ ...memberProfile(id), ...once, enabled: kind === 'profile' })
  const event = useQuery({ ...eventDetails(id), ...once, enabled: kind === 'event' })
  return (
    <ReportDialog
      subject={subject}
      hasPicture={Boolean(profile.data?.photo ?? event.data?.cover)}
      onClose={onClose}
    />
  )
}
