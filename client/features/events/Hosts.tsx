import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { Person } from '#client/ui/Person.tsx'

import styles from './details.module.css'

export const Hosts = ({ hosts }: Pick<EventDetails, 'hosts'>) =>
  hosts.length > 0 && (
    <section className={styles.section}>
      <h2>{hosts.length === 1 ? 'Your host' : 'Your hosts'}</h2>
      <ul className={styles.people}>
        {hosts.map(({ id, displayName, photo, headline, company }) => (
          <li key={id}>
            <Person
              name={displayName}
              photo={photo}
              lines={[headline, company]}
              to={paths.memberProfile(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
