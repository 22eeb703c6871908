import type { Dashboard } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { Card } from '#client/ui/Card.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'
import { Person } from '#client/ui/Person.tsx'

import styles from './dashboard.module.css'
import { Open } from './Open.tsx'

export function WhatNeedsYou({ requests }: Pick<Dashboard, 'requests'>) {
  return (
    <Card title="What needs you">
      {requests.length === 0 ? (
        <Open picture={<QuietBellMotif />}>
          Nothing is waiting for you. Requests, answers and promises that are due will be here.
        </Open>
      ) : (
        <ul className={styles.list}>
          {requests.map(({ id, member }) => (
            <li key={id}>
              <Person
                name={member.displayName}
                lines={['Would like to connect', member.headline]}
                to={paths.connection(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
