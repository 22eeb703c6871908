import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/events/messages.ts'
import type { AttendeeFilter } from '#shared/events/rules.ts'
import { paths } from '#shared/lib/paths.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { Person } from '#client/ui/people/Person.tsx'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Loading } from '#client/ui/crash/Loading.tsx'

import styles from './details.module.css'
import { eventAttendees } from './queries.ts'

const FILTERS: readonly (AttendeeFilter | '')[] = ['', 'notMet', 'canHelpYou', 'youCanHelp']

/** Everyone who is going and whom the viewer may see. */
export function AttendeeSearch({ eventId }: { eventId: string }) {
  const [search, setSearch] = useState<{ q: string; filter: AttendeeFilter | '' }>({ q: '', filter: '' })
  const query = useInfiniteQuery({
    ...eventAttendees(eventId, search),
    throwOnError: false,
    placeholderData: keepPreviousData,
  })
  const isFiltered = Boolean(search.q || search.filter)
  return (
    <div className={styles.section}>
      <div className={styles.search}>
        <SearchField
          label={m.eventPeopleSearch()}
          placeholder={m.name()}
          value={search.q}
          onSearch={(q) => setSearch({ ...search, q })}
        />
        <SelectField
          label={m.eventPeopleShow()}
          labelHidden
          name="filter"
          value={search.filter}
          options={FILTERS.map((filter) => ({ value: filter, label: m.eventPeopleFilter({ filter }) }))}
          onChange={(filter) => setSearch({ ...search, filter })}
        />
      </div>
      <Loading query={query} failed={m.eventPeopleFailed()} />
      {query.data?.length === 0 && (
        <p className={patterns.muted}>{isFiltered ? m.eventPeopleNoMatches() : m.eventWhoNone()}</p>
      )}
      <ul className={styles.people}>
        {query.data?.map(({ member, guests }) => (
          <li key={member.id}>
            <Person
              name={member.displayName}
              photo={member.photo}
              lines={[
                member.headline,
                member.company,
                guests > 0 ? m.withGuests({ count: guests }) : undefined,
              ]}
              to={paths.memberProfile(member.id)}
            />
          </li>
        ))}
      </ul>
      <ShowMore {...query} />
    </div>
  )
}
