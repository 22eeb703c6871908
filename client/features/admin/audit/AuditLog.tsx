import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { DownloadButton } from '#client/features/admin/DownloadButton.tsx'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Combobox } from '#client/ui/Combobox.tsx'
import patterns from '#client/ui/patterns.module.css'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { AuditTable } from './AuditTable.tsx'
import styles from './AuditTable.module.css'
import { type AuditSearch, filterOf, NO_SEARCH, useAuditSearch } from './filter.ts'
import { ACTIONS, actionLabel } from './labels.ts'
import { MemberFilter } from './MemberFilter.tsx'
import { auditLog, downloadAuditLog } from './queries.ts'

/** Filters live in the URL. */
export function AuditLog() {
  const { search, change, isFiltered } = useAuditSearch()
  const filter = filterOf(search, useViewerZone())
  const list = useSuspenseInfiniteQuery(auditLog(filter))
  const searching = useIsFetching({ queryKey: ['admin', 'audit', 'list'] }) > 0 && !list.isFetchingNextPage
  const { items, ...names } = list.data
  return (
    <Stack gap={4}>
      <h2>Audit log</h2>
      <Filters search={search} names={names} onChange={change} />
      <div className={styles.summary}>
        {isFiltered && (
          <Button variant="quiet" onClick={() => change(NO_SEARCH)}>
            Clear filters
          </Button>
        )}
        <DownloadButton label="Download CSV" file="audit-log.csv" download={() => downloadAuditLog(filter)} />
      </div>
      {items.length === 0 ? (
        <p className={patterns.muted}>No matches. Try removing a filter.</p>
      ) : (
        <div className={patterns.refreshing} data-stale={searching || undefined}>
          <AuditTable label="Audit log" entries={items} />
          <ShowMore {...list} />
        </div>
      )}
    </Stack>
  )
}

interface FiltersProps {
  search: AuditSearch
  names: { actorName: string | undefined; targetName: string | undefined }
  onChange: (change: Partial<AuditSearch>) => void
}

const Filters = ({ search, names, onChange }: FiltersProps) => (
  <div className={styles.search}>
    <MemberFilter
      name="actor"
      label="By"
      value={search.actor}
      valueLabel={names.actorName}
      onChange={(actor) => onChange({ actor })}
    />
    <MemberFilter
      name="target"
      label="Target"
      value={search.target}
      valueLabel={names.targetName}
      onChange={(target) => onChange({ target })}
    />
    <Combobox
      name="action"
      label="Action"
      value={search.action}
      options={actionOptions(search.action)}
      empty="No matches."
      onChange={(action) => onChange({ action })}
    />
    <TextField
      type="date"
      name="from"
      label="From"
      value={search.from}
      onChange={(from) => onChange({ from })}
    />
    <TextField
      type="date"
      name="until"
      label="Until"
      value={search.until}
      onChange={(until) => onChange({ until })}
    />
  </div>
)

/** A shared link may name an action of a newer server. */
const actionOptions = (selected: string) => [
  { value: '', label: 'Any action' },
  ...(selected && !ACTIONS.some(({ value }) => value === selected)
    ? [{ value: selected, label: actionLabel(selected) }]
    : []),
  ...ACTIONS,
]
