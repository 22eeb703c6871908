import { Link } from 'react-router-dom'

import * as m from '#shared/dashboard/messages.ts'
import { addField, yourProfile } from '#shared/people/messages.ts'
import type { Dashboard } from '#shared/dashboard/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './dashboard.module.css'

const STEPS_SHOWN = 3

export function Completeness({ completeness, missing }: Dashboard['profile']) {
  return (
    <Card title={yourProfile()}>
      <Stack gap={2}>
        <label htmlFor="completeness">{m.profileComplete({ percent: completeness })}</label>
        <progress id="completeness" className={styles.progress} max={100} value={completeness} />
      </Stack>
      <ul className={patterns.ruled}>
        {missing.slice(0, STEPS_SHOWN).map((step) => (
          <li key={step}>
            <Link to={`${paths.ownProfile}#${step}`} className={styles.link}>
              {addField({ field: step })}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
