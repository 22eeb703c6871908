import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/moderation/messages.ts'
import type { Warning } from '#shared/moderation/reports.ts'
import { request } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { routeQuery } from '#client/lib/route-query.ts'

const ownWarnings = queryOptions({
  ...routeQuery(['moderation', 'warnings'], 'GET /api/moderation/warnings'),
  throwOnError: false,
})

/** Warnings of admins, until the member acknowledges them. */
export function Warnings() {
  const { data } = useQuery(ownWarnings)
  return data?.items.map((warning) => <WarningNotice key={warning.id} {...warning} />)
}

function WarningNotice({ id, text }: Warning) {
  const cache = useQueryClient()
  const acknowledge = useCommand({
    command: () =>
      request('POST /api/moderation/warnings/:reportId/acknowledgement', { params: { reportId: id } }),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ownWarnings.queryKey }),
        cache.invalidateQueries({ queryKey: ['notifications'] }),
      ]),
  })
  return (
    <Notice
      tone="warning"
      title={m.warningTitle()}
      actions={
        <Button
          variant="secondary"
          busy={acknowledge.isPending && words.saving()}
          onClick={() => acknowledge.run()}
        >
          {m.warningUnderstood()}
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
