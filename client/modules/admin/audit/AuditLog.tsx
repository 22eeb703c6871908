import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import * as m from '#shared/admin/messages.ts'
import { DownloadButton } from '#client/modules/admin/DownloadButton.tsx'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx'
import { PagedList } from '#client/ui/lists/DataTable.tsx'
import { FilterBar } from '#client/ui/lists/FilterBar.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { AuditTable } from './AuditTable.tsx'
import { ANY_ACTION, filterOf, useAuditSearch } from './filter.ts'
import { actionLabel, actions } from './labels.ts'
import { MemberFilter } from './MemberFilter.tsx'
import { auditLog, downloadAuditLog } from './queries.ts'

/** The audit log. Filters are part of the URL. */
export function AuditLog() {
  const filters = useAuditSearch()
  const { filter: search } = filters
  const filter = filterOf(search, useViewerZone())
  const list = useSuspenseInfiniteQuery(auditLog(filter))
  const { items, actorName, targetName } = list.data
  return (
    <Stack gap={4}>
      <h2>{m.auditTitle()}</h2>
      <FilterBar
        filters={filters}
        fields={{
          actor: {
            render: (field) => <MemberFilter {...field} label={m.by()} valueLabel={actorName} />,
          },
          target: {
            render: (field) => <MemberFilter {...field} label={m.auditTarget()} valueLabel={targetName} />,
          },
          action: {
            render: (field) => (
              <Combobox
                {...field}
                label={m.action()}
                options={actionOptions(field.value)}
                empty={m.auditNoMatches()}
              />
            ),
          },
          from: { label: m.auditFrom(), type: 'date' },
          until: { label: m.auditUntil(), type: 'date' },
        }}
        actions={
          <DownloadButton
            label={m.downloadCsv()}
            file="audit-log.csv"
            download={() => downloadAuditLog(filter)}
          />
        }
      />
      <PagedList items={items} paging={list} queryKey={['admin', 'audit', 'list']} empty={m.noMatches()}>
        {(entries) => <AuditTable label={m.auditTitle()} entries={entries} />}
      </PagedList>
    </Stack>
  )
}

/** A shared link may name an action of a newer server. */
function actionOptions(selected: string) {
  const known = actions()
  const isNewer = selected && selected !== ANY_ACTION && !known.some(({ value }) => value === selected)
  return [
    { value: '', label: m.auditAllButSignIns() },
    { value: ANY_ACTION, label: m.auditAnyAction() },
    ...(isNewer ? [{ value: selected, label: actionLabel(selected) }] : []),
    ...known,
  ]
}
