import { useQuery } from '@tanstack/react-query'

import { eventDetails } from '#client/features/events/queries.ts'
import { memberProfile } from '#client/features/profile/queries.ts'
import { ReportDialog } from '#client/features/reports/ReportDialog.tsx'

interface Props {
  /** `{kind}:{id}`, from the URL. */
  subject: string
  onClose: () => void
}

/**
 * The report dialog, which offers the picture alone where the viewer sees one. Opened from a list, it learns that only
 * after a while. Features know nothing of each other.
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
