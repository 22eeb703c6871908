import { Link } from 'react-router-dom'

import type { FirstSteps as Steps } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { Card } from '#client/ui/Card.tsx'
import { icon } from '#client/ui/icon.tsx'
import patterns from '#client/ui/patterns.module.css'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './dashboard.module.css'

const CheckIcon = icon(<path d="m7 12.5 3.5 3.5 6.5-7.5" />)

const STEPS: readonly { name: keyof Steps; title: string; text: string; to: string }[] = [
  {
    name: 'photo',
    title: 'Add a photo',
    text: 'People recognise you at events.',
    to: paths.ownProfile,
  },
  {
    name: 'asksAndOffers',
    title: 'Add an ask and an offer',
    text: 'We suggest members who can help you, and whom you can help.',
    to: `${paths.ownProfile}#asks`,
  },
  {
    name: 'firstEvent',
    title: 'RSVP to your first event',
    text: 'It’s the easiest way to meet other members.',
    to: paths.events,
  },
]

/** For someone who joined lately, until all are done. */
export const FirstSteps = ({ steps }: { steps: Steps }) => (
  <Card title="First steps">
    <ol className={patterns.ruled}>
      {STEPS.map(({ name, title, text, to }) => (
        <li key={name} className={styles.step} data-done={steps[name] || undefined}>
          <span className={styles.stepMark} aria-hidden="true">
            {steps[name] && <CheckIcon />}
          </span>
          <span className={styles.entryText}>
            {steps[name] ? (
              <span className={styles.entryTitle}>
                {title}
                <VisuallyHidden>: done</VisuallyHidden>
              </span>
            ) : (
              <Link viewTransition to={to} className={styles.entryTitle}>
                {title}
              </Link>
            )}
            <span className={patterns.muted}>{text}</span>
          </span>
        </li>
      ))}
    </ol>
  </Card>
)
