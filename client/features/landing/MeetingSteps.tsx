import page from '#client/ui/public-page.module.css'

import { RoundTable } from './RoundTable.tsx'
import styles from './MeetingSteps.module.css'

const STEPS = [
  { title: 'Say what it is for', words: 'One sentence, and the people you would like at the table.' },
  {
    title: 'Find the hour',
    words: 'Propose a few times. Everyone answers in their own time zone, and what suits all is set.',
  },
  { title: 'Meet', words: 'In person or online, with a short agenda, so that nobody’s time is wasted.' },
  {
    title: 'Keep the thread',
    words: 'Write down what came of it, thank each other, and see your promises through.',
  },
] as const

export const MeetingSteps = () => (
  <section className={`${page.band} ${styles.steps}`}>
    <RoundTable />
    <div className={styles.words}>
      <h2 className={page.heading}>How a growth meeting goes</h2>
      <ol className={styles.list}>
        {STEPS.map(({ title, words }) => (
          <li key={title} className={styles.step}>
            <h3>{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)
