import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { PeopleWorthMeeting } from '#client/features/connections/introductions/PeopleWorthMeeting.tsx'

import { Chips } from './Chips.tsx'
import styles from './directory.module.css'
import { isFiltered, useDirectoryFilter } from './filter.ts'
import { Filters } from './Filters.tsx'
import { Results } from './Results.tsx'

export function Directory() {
  const { filter, change } = useDirectoryFilter()
  return (
    <Stack gap={6}>
      <div className={styles.search}>
        <SearchField
          label="Search members"
          placeholder="Name, company, headline or keyword"
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
        <Filters filter={filter} onChange={change} />
        <Chips filter={filter} onChange={change} />
      </div>
      {!isFiltered(filter) && (
        <ComponentCrash>
          <PeopleWorthMeeting />
        </ComponentCrash>
      )}
      <Results filter={filter} onChange={change} />
    </Stack>
  )
}
