import * as m from '#shared/community/messages.ts'
import page from '#client/ui/styles/public-page.module.css'

import { RoundTable } from './RoundTable.tsx'
import styles from './MeetingSteps.module.css'

const STEPS = [
  { title: m.stepsPurpose, text: m.stepsPurposeText },
  { title: m.stepsTime, text: m.stepsTimeText },
  { title: m.stepsMeet, text: m.stepsMeetText },
  { title: m.stepsFollowUp, text: m.stepsFollowUpText },
]

export const MeetingSteps = () => (
  <section className={`${page.band} ${styles.steps}`}>
    <RoundTable />
    <div className={styles.text}>
      <h2 className={page.heading}>{m.stepsTitle()}</h2>
      <ol className={styles.list}>
        {STEPS.map(({ title, text }) => (
          <li key={title()} className={styles.step}>
            <h3>{title()}</h3>
            <p>{text()}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)
