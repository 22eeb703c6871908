import { Link } from 'react-router-dom'

import type { Dashboard, ProfileStep } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'

import styles from './dashboard.module.css'

const STEPS: Record<ProfileStep, string> = {
  displayName: 'Add your name',
  headline: 'Add a headline',
  company: 'Add your company',
  industry: 'Choose your industry',
  city: 'Add your city',
  bio: 'Add a short bio',
  goals: 'Add your goals',
  asks: 'Add an ask',
  offers: 'Add an offer',
  keywords: 'Add keywords',
}
const STEPS_SHOWN = 3

export function Completeness({ completeness, missing }: Dashboard['profile']) {
  return (
    <Card title="Your profile">
      <div className={styles.meter}>
        <label htmlFor="completeness">{completeness}% complete</label>
        <progress id="completeness" className={styles.progress} max={100} value={completeness} />
      </div>
      <ul className={patterns.ruled}>
        {missing.slice(0, STEPS_SHOWN).map((step) => (
          <li key={step}>
            <Link to={`${paths.ownProfile}#${step}`} className={styles.link}>
              {STEPS[step]}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
