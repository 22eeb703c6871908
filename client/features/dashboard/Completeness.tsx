import { Link } from 'react-router-dom'

import type { Dashboard, ProfileStep } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { Card } from '#client/ui/Card.tsx'

import styles from './dashboard.module.css'

const ADVICE: Record<ProfileStep, string> = {
  displayName: 'Say what you are called',
  headline: 'Say in a line what you do',
  company: 'Name your company',
  industry: 'Choose your industry',
  city: 'Say which city you are in',
  bio: 'Tell a little about yourself',
  goals: 'Say what you are working towards',
  asks: 'Ask for something',
  offers: 'Offer something',
  keywords: 'Add words to be found by',
}
const SHOWN = 3

export function Completeness({ completeness, missing }: Dashboard['profile']) {
  return (
    <Card title="Your profile">
      <div className={styles.meter}>
        <label htmlFor="completeness">{completeness} % complete</label>
        <progress id="completeness" className={styles.progress} max={100} value={completeness} />
      </div>
      {missing.length === 0 ? (
        <p className={styles.quiet}>Everything is there for others to get to know you.</p>
      ) : (
        <ul className={styles.list}>
          {missing.slice(0, SHOWN).map((step) => (
            <li key={step}>
              <Link to={`${paths.ownProfile}#${step}`} className={styles.step}>
                {ADVICE[step]}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
