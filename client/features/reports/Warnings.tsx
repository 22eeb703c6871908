import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { Warning } from '#shared/reports.ts'
import { request } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

const ownWarnings = queryOptions({
  queryKey: ['moderation', 'warnings'],
  queryFn: ({ signal }) => request<{ items: Warning[] }>('/api/moderation/warnings', { signal }),
  throwOnError: false,
})

/** Warnings of admins, until the member acknowledges them. */
export function Warnings() {
  const { data } = useQuery(ownWarnings)
  return data?.items.map((warning) => <WarningNotice key={warning.id} {...warning} />)
}

function WarningNotice({ id, text }: Warning) {
  const cache = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: () => request(`/api/moderation/warnings/${id}/acknowledgement`, { method: 'POST' }),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ownWarnings.queryKey }),
        cache.invalidateQueries({ queryKey: ['notifications'] }),
      ]),
  })
  return (
    <Notice
      tone="warning"
      title="An admin has warned you."
      actions={
        <Button
          variant="secondary"
          busy={acknowledge.isPending && 'Saving…'}
          onClick={() => acknowledge.mutate()}
        >
          I understand
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
