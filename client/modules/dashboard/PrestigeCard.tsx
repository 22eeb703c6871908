import { Link } from 'react-router-dom'

import * as m from '#shared/dashboard/messages.ts'
import type { LatestPrestige } from '#shared/prestige/schema.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import { paths } from '#shared/lib/paths.ts'
import { missingValues } from '#shared/prestige/labels.ts'
import { prestige, tierName } from '#shared/people/messages.ts'
import { howItWorks, ownSummary } from '#shared/prestige/messages.ts'
import { ownPrestigePath } from '#shared/lib/paths/profile.ts'
import { readSettings } from '#client/lib/settings.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './dashboard.module.css'

/** Absent until something has been earned. The tier, the requirements of the next one, and the latest entries. */
export function PrestigeCard({ summary: { tier, missing, ...counts }, entries }: LatestPrestige) {
  return (
    <Card title={prestige()} actions={<Badge tone="gold">{tierName({ tier })}</Badge>}>
      <p>
        {ownSummary(counts)}
        {missing && ` ${m.prestigeNext({ tier: tierName(missing), ...missingValues(missing) })}`}
      </p>
      <ul className={patterns.ruled}>
        {entries.map(({ id, sentence, points: earned, at }) => (
          <li key={id} className={styles.earned}>
            <span>
              {sentence}
              <span className={styles.when}>
                <DateOf at={at} />
              </span>
            </span>
            <strong className={styles.points} data-counts={earned > 0 || undefined}>
              {earned > 0 ? `+${formatNumber(earned)}` : formatNumber(earned)}
            </strong>
          </li>
        ))}
      </ul>
      <p className={patterns.actions}>
        <Link to={ownPrestigePath} className={styles.link}>
          {m.prestigeAll()}
        </Link>
        <Link to={paths.prestige(readSettings().PRODUCT_SLUG)} className={styles.link}>
          {howItWorks()}
        </Link>
      </p>
    </Card>
  )
}
