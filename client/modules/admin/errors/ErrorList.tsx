import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as m from '#shared/admin/messages.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import type { ErrorGroupRow } from '#shared/operations/error-groups.ts'
import { ERROR_GROUP_LIMITS } from '#shared/operations/client-error-rules.ts'
import { Ago, DateOf } from '#client/modules/people/members/Time.tsx'
import { PagedList } from '#client/ui/lists/DataTable.tsx'
import { FilterBar } from '#client/ui/lists/FilterBar.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { code, rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { ErrorBadges } from './ErrorBadges.tsx'
import styles from './errors.module.css'
import { choices, useErrorFilter } from './filter.ts'
import { peopleLabel } from './labels.ts'
import { errorList } from './queries.ts'
import { Sparkline } from './Sparkline.tsx'

export function ErrorList() {
  const filters = useErrorFilter()
  const { filter, isFiltered } = filters
  const list = useSuspenseInfiniteQuery(errorList(filter))
  const { items, releases } = list.data
  return (
    <Stack gap={4}>
      <h2>{m.errorsTitle()}</h2>
      <FilterBar
        filters={filters}
        search={{
          label: m.errorsSearch(),
          placeholder: m.errorsSearchHint(),
          maxLength: ERROR_GROUP_LIMITS.search,
        }}
        fields={filter.q ? {} : choices(releases)}
      />
      <PagedList
        items={items}
        paging={list}
        queryKey={['admin', 'errors', 'list']}
        empty={<Empty searched={filter.q !== ''} filtered={isFiltered} />}
      >
        {(groups) => (
          <ul className={styles.list} aria-label={m.errorsTitle()}>
            {groups.map((group) => (
              <Row key={group.fingerprint} group={group} />
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  )
}

function Row({ group }: { group: ErrorGroupRow }) {
  const { fingerprint, type, message, hours, count, firstAt, lastAt, releases, sample } = group
  const first = <bdi>{releases.slice(0, 3).join(', ')}</bdi>
  const more = releases.length - 3
  const path = adminPath('errors', { error: fingerprint, sample })
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link to={path} className={styles.link}>
          <strong>{type}</strong> <bdi>{message || m.errorsNoMessage()}</bdi>
        </Link>
        <ErrorBadges group={group} />
        <p className={patterns.small}>
          {m.errorsTimes({ count })}
          {'\u00A0· '}
          {peopleLabel(group)}
        </p>
        <p className={patterns.small}>
          {rich(m.errorsLastSeen({ time: <Ago at={lastAt} /> }))}
          {'\u00A0· '}
          {rich(m.errorsFirst({ date: <DateOf at={firstAt} /> }))}
          {releases[0] && '\u00A0· '}
          {more > 0 ? rich(m.errorsReleases({ releases: first, count: more })) : first}
        </p>
      </div>
      <Sparkline hours={hours} />
    </li>
  )
}

function Empty({ searched, filtered }: { searched: boolean; filtered: boolean }) {
  if (searched) return rich(m.errorsNoneFound({ code }))
  if (filtered) return m.noMatches()
  return m.errorsNone()
}
