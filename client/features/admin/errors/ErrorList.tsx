import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { adminPath } from '#shared/admin-paths.ts'
import type { ErrorGroupRow } from '#shared/client-error-groups.ts'
import { ERROR_GROUP_LIMITS } from '#shared/client-error-rules.ts'
import { Ago, DateOf } from '#client/lib/time/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/patterns.module.css'
import { SearchField } from '#client/ui/SearchField.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { ErrorBadges } from './ErrorBadges.tsx'
import styles from './errors.module.css'
import { choices, NO_FILTER, useErrorFilter } from './filter.ts'
import { peopleLabel, times } from './labels.ts'
import { errorList } from './queries.ts'
import { Sparkline } from './Sparkline.tsx'

export function ErrorList() {
  const { filter, change, isFiltered } = useErrorFilter()
  const list = useSuspenseInfiniteQuery(errorList(filter))
  const loading = useIsFetching({ queryKey: ['admin', 'errors', 'list'] }) > 0 && !list.isFetchingNextPage
  const { items, releases } = list.data
  const selects = Object.entries(choices(releases)) as [Exclude<keyof typeof filter, 'q'>, Choice][]
  return (
    <Stack gap={4}>
      <h2 className={styles.heading}>Client errors</h2>
      <SearchField
        label="Search errors"
        placeholder="Code, request ID, email or fingerprint"
        value={filter.q}
        maxLength={ERROR_GROUP_LIMITS.search}
        onSearch={(q) => change({ q })}
      />
      {!filter.q && (
        <div className={styles.filters}>
          {selects.map(([name, { label, options }]) => (
            <SelectField
              key={name}
              name={name}
              label={label}
              options={options}
              value={filter[name]}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
      )}
      {isFiltered && (
        <div className={patterns.actions}>
          <Button variant="quiet" onClick={() => change(NO_FILTER)}>
            Clear filters
          </Button>
        </div>
      )}
      {items.length === 0 ? (
        <Empty searched={filter.q !== ''} filtered={isFiltered} />
      ) : (
        <div className={patterns.refreshing} data-stale={loading || undefined}>
          <ul className={styles.list} aria-label="Client errors">
            {items.map((group) => (
              <Row key={group.fingerprint} group={group} />
            ))}
          </ul>
          <ShowMore {...list} />
        </div>
      )}
    </Stack>
  )
}

type Choice = ReturnType<typeof choices>['state']

function Row({ group }: { group: ErrorGroupRow }) {
  const { fingerprint, type, message, hours, count, firstAt, lastAt, releases, sample } = group
  const path = adminPath('errors', { error: fingerprint, ...(sample && { sample }) })
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link to={path} className={styles.link}>
          <strong>{type}</strong> <bdi>{message || 'No message'}</bdi>
        </Link>
        <ErrorBadges group={group} />
        <p className={patterns.small}>
          {times(count)} · {peopleLabel(group)}
        </p>
        <p className={patterns.small}>
          Last seen <Ago at={lastAt} /> · first <DateOf at={firstAt} /> ·{' '}
          <bdi>{releases.slice(0, 3).join(', ')}</bdi>
          {releases.length > 3 && ` and ${releases.length - 3} more`}
        </p>
      </div>
      <Sparkline hours={hours} />
    </li>
  )
}

function Empty({ searched, filtered }: { searched: boolean; filtered: boolean }) {
  if (searched)
    return (
      <p className={patterns.muted}>
        No matches. Codes and request IDs are kept for 30 days. Errors that no browser has reported are only
        in the server’s log: <code>npm run logs</code>.
      </p>
    )
  if (filtered) return <p className={patterns.muted}>No matches. Try removing a filter.</p>
  return (
    <p className={patterns.muted}>
      No open errors. What breaks in members’ browsers will appear here within seconds.
    </p>
  )
}
