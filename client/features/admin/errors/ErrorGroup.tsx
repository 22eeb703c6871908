import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'

import { adminPath } from '#shared/admin-paths.ts'
import type { ErrorGroupDetails } from '#shared/client-error-groups.ts'
import { formatStamp } from '#client/lib/time/dates.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/patterns.module.css'
import { SelectField } from '#client/ui/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import { ErrorBadges } from './ErrorBadges.tsx'
import styles from './errors.module.css'
import { peopleLabel, times } from './labels.ts'
import { errorGroup } from './queries.ts'
import { Sample } from './Sample.tsx'
import { Sparkline } from './Sparkline.tsx'
import { StateButtons } from './StateButtons.tsx'

export function ErrorGroup({ fingerprint }: { fingerprint: string }) {
  const { data: group } = useSuspenseQuery(errorGroup(fingerprint))
  return (
    <Stack gap={6}>
      <p>
        <Link to={adminPath('errors')}>All errors</Link>
      </p>
      <Card
        title={
          <span className={styles.text}>
            {group.type}: <bdi>{group.message || 'No message'}</bdi>
          </span>
        }
      >
        <Stack gap={4}>
          <ErrorBadges group={group} />
          <GroupFacts group={group} />
          <StateButtons group={group} />
        </Stack>
      </Card>
      <div className={styles.columns}>
        <LastDay hours={group.hours} />
        <Breakdown group={group} />
      </div>
      <Samples group={group} />
    </Stack>
  )
}

function GroupFacts({ group }: { group: ErrorGroupDetails }) {
  const zone = useViewerZone()
  const { firstAt, lastAt, count, resolved, fingerprint } = group
  return (
    <Facts>
      <Fact name="Seen">{times(count)}</Fact>
      <Fact name="People">{peopleLabel(group)}</Fact>
      <Fact name="First seen">
        <time dateTime={firstAt}>{formatStamp(firstAt, zone)}</time>
      </Fact>
      <Fact name="Last seen">
        <time dateTime={lastAt}>{formatStamp(lastAt, zone)}</time>
      </Fact>
      <Fact name="Resolved">
        {resolved && (
          <>
            in {resolved.release} by {resolved.by}, <DateOf at={resolved.at} />
          </>
        )}
      </Fact>
      <Fact name="Fingerprint">
        <code>{fingerprint}</code>
      </Fact>
    </Facts>
  )
}

function Samples({ group: { fingerprint, samples } }: { group: ErrorGroupDetails }) {
  const [search, setSearch] = useSearchParams()
  const zone = useViewerZone()
  const wanted = search.get('sample')
  const sample = samples.find(({ id }) => id === wanted) ?? samples[0]
  const show = (id: string) =>
    setSearch(
      (now) => {
        now.set('sample', id)
        return now
      },
      { preventScrollReset: true },
    )
  if (!sample)
    return (
      <Card title="Samples">
        <p className={patterns.muted}>
          There are no samples. The 20 latest of a group are kept, for 30 days.
        </p>
      </Card>
    )
  return (
    <Card title="Samples">
      <Stack gap={4}>
        <SelectField
          name="sample"
          label="Sample"
          hint="The 20 latest are kept for 30 days."
          value={sample.id}
          options={samples.map(({ id, code, at, release, browser }) => ({
            value: id,
            label: `${code} · ${formatStamp(at, zone)} · ${release} · ${browser}`,
          }))}
          onChange={show}
        />
        <Sample key={sample.id} fingerprint={fingerprint} id={sample.id} />
      </Stack>
    </Card>
  )
}

function LastDay({ hours }: { hours: readonly number[] }) {
  const label = 'Last 24 hours'
  return (
    <Card title={label}>
      <Sparkline hours={hours} />
      <details>
        <summary className={styles.summary}>Show as a table</summary>
        <Table label={label} columns={['Hours ago', 'Times']}>
          {hours.toReversed().map((count, ago) => (
            // oxlint-disable-next-line react/no-array-index-key -- the index is what the row is about
            <tr key={ago}>
              <th scope="row">{ago === 0 ? 'This hour' : ago}</th>
              <td>{count}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Card>
  )
}

const Breakdown = ({ group: { byRelease, byBrowser } }: { group: ErrorGroupDetails }) => (
  <>
    <Card title="Releases">
      <Table label="By release" columns={['Release', 'Times', 'First seen', 'Build']}>
        {byRelease.map(({ release, build, count, firstAt }) => (
          <tr key={`${release} ${build}`}>
            <th scope="row">
              <bdi>{release || '–'}</bdi>
            </th>
            <td>{count.toLocaleString('en')}</td>
            <td>
              <DateOf at={firstAt} />
            </td>
            <td>
              <code>{build.slice(0, 8)}</code>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
    <Card title="Browsers">
      <Table label="By browser" columns={['Browser', 'Times']}>
        {byBrowser.map(({ browser, count }) => (
          <tr key={browser}>
            <th scope="row">{browser}</th>
            <td>{count.toLocaleString('en')}</td>
          </tr>
        ))}
      </Table>
    </Card>
  </>
)
