import { useQuery } from '@tanstack/react-query'

import { formatShortDate } from '#client/lib/time/dates.ts'
import page from '#client/ui/public-page.module.css'
import { Table } from '#client/ui/Table.tsx'

import type { PublicPrestige } from '#shared/prestige.ts'
import { people, points } from '#shared/prestige-labels.ts'
import { confirmedByLabel, LESS_LABELS } from './labels.ts'
import styles from './PrestigeScreen.module.css'
import { publicRules } from './queries.ts'

/** Few, so that a phone shows all of them. */
const COLUMNS = ['Entry', 'Points', 'Counts']
const SOMEWHERE = 'UTC'

/** Calculated by the server, by the rules in force. The rest of the page is worth reading without it. */
export function WorkedExample() {
  const { data } = useQuery(publicRules)
  if (!data) return null
  const { name, items, summary } = data.example
  return (
    <section className={styles.sheet}>
      <div className={`${page.band} ${styles.text}`}>
        <h2 className={page.heading}>An example: eight weeks of {name}</h2>
        <Table label={`Entries of ${name}`} columns={COLUMNS}>
          {items.map(({ kind, sentence, confirmedBy, at, points: whole, counted, less }) => (
            <tr key={sentence}>
              <th scope="row">
                {sentence}
                <span className={styles.why}>
                  <time dateTime={at}>{formatShortDate(at, SOMEWHERE)}</time> · {confirmedByLabel(kind)}{' '}
                  {confirmedBy.join(', ')}
                </span>
                {less && <span className={styles.why}>{LESS_LABELS[less]}</span>}
              </th>
              <td>{whole}</td>
              <td>{counted}</td>
            </tr>
          ))}
        </Table>
        <p>
          {points(summary.points)}, confirmed by {people(summary.people)}: {name} is {summary.tier}.
          {summary.missing && ` ${missingLabel(summary.missing)}`}
        </p>
      </div>
    </section>
  )
}

function missingLabel(missing: NonNullable<PublicPrestige['example']['summary']['missing']>) {
  const more = missing.people === 1 ? '1 more person' : `${missing.people} more people`
  return `${missing.tier} needs ${missing.points} more points${missing.people > 0 ? `, confirmed by ${more}` : ''}.`
}
