import { Link } from 'react-router-dom'

import type { LatestPrestige } from '#shared/prestige.ts'
import { paths } from '#shared/paths.ts'
import { missingLabel, people, points } from '#shared/prestige-labels.ts'
import { ownPrestigePath } from '#shared/prestige-paths.ts'
import { readSettings } from '#client/lib/settings.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'

import styles from './dashboard.module.css'

/** The tier, what is missing to the next one, and the latest entries. */
export function PrestigeCard({
  summary: { tier, points: count, people: confirmers, missing },
  entries,
}: LatestPrestige) {
  return (
    <Card title="Prestige" actions={<Badge tone="gold">{tier}</Badge>}>
      {entries.length === 0 ? (
        <p className={patterns.muted}>
          You earn prestige when you help other members and they confirm it, such as after a growth meeting.
        </p>
      ) : (
        <>
          <p>
            {points(count)}, confirmed by {people(confirmers)}.
            {missing && ` ${missing.tier} needs ${missingLabel(missing)}.`}
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
                <strong className={styles.points}>{earned > 0 ? `+${earned}` : earned}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={patterns.actions}>
        {entries.length > 0 && (
          <Link to={ownPrestigePath} className={styles.link}>
            View all
          </Link>
        )}
        <Link to={paths.prestige(readSettings().PRODUCT_SLUG)} className={styles.link}>
          How prestige works
        </Link>
      </p>
    </Card>
  )
}
