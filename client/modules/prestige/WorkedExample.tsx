import { useQuery } from '@tanstack/react-query'

import { formatList } from '#shared/lib/lists.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import * as m from '#shared/prestige/messages.ts'
import { tierName } from '#shared/people/messages.ts'
import { formatShortDate } from '#client/lib/time/dates.ts'
import page from '#client/ui/styles/public-page.module.css'
import { Table } from '#client/ui/lists/Table.tsx'
import type { PublicPrestige } from '#shared/prestige/schema.ts'
import { confirmersLabel, lessLabel } from './labels.ts'
import styles from './PrestigeScreen.module.css'
import { publicRules } from './queries.ts'

/** Few, so that a phone shows all of them. */
const columns = () => [m.exampleColumnEntry(), m.exampleColumnPoints(), m.exampleColumnCounts()]
const SOMEWHERE = 'UTC'

/** Calculated by the server with the rules in force. The rest of the page is useful without it. */
export function WorkedExample() {
  const { data } = useQuery(publicRules)
  if (!data) return null
  const { name, items, summary } = data.example
  return (
    <section className={page.sheet}>
      <div className={`${page.band} ${styles.text}`}>
        <h2 className={page.heading}>{m.exampleTitle({ name })}</h2>
        <Table label={m.exampleTable({ name })} columns={columns()}>
          {items.map(({ kind, sentence, confirmedBy, at, points: whole, counted: countedPoints, less }) => (
            <tr key={sentence}>
              <th scope="row">
                {sentence}
                <span className={styles.why}>
                  <time dateTime={at}>{formatShortDate(at, SOMEWHERE)}</time>
                  {'\u00A0· '}
                  {confirmersLabel(kind, formatList(confirmedBy))}
                </span>
                {less && <span className={styles.why}>{lessLabel(less)}</span>}
              </th>
              <td>{formatNumber(whole)}</td>
              <td>{formatNumber(countedPoints)}</td>
            </tr>
          ))}
        </Table>
        <p>
          {m.exampleSummary({ ...summary, name, tier: tierName(summary) })}
          {summary.missing && ` ${missingLabel(summary.missing)}`}
        </p>
      </div>
    </section>
  )
}

const missingLabel = (missing: NonNullable<PublicPrestige['example']['summary']['missing']>) =>
  m.exampleMissing({ ...missing, tier: tierName(missing) })
