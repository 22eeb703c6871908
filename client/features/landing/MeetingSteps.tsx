import page from '#client/ui/public-page.module.css'

import { RoundTable } from './RoundTable.tsx'
import styles from './MeetingSteps.module.css'

const STEPS = [
  { title: 'Set a purpose', text: 'One sentence, and the people you’d like to meet.' },
  {
    title: 'Find a time',
    text: 'Propose a few times. Everyone votes in their own time zone.',
  },
  { title: 'Meet', text: 'In person or online, with a short agenda.' },
  {
    title: 'Follow up',
    text: 'Note the outcomes, thank each other and keep your promises.',
  },
] as const

export const MeetingSteps = () => (
  <section className={`${page.band} ${styles.steps}`}>
    <RoundTable />
    <div className={styles.text}>
      <h2 className={page.heading}>How a growth meeting works</h2>
      <ol className={styles.list}>
        {STEPS.map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)
