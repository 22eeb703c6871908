import * as m from '#shared/admin/messages.ts'
import type { Overview } from '#shared/admin/overview.ts'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

/** Problems of the answering server, in words for admins who call the operator. */
export const Service = ({ problems }: Overview['service']) => (
  <Card title={m.serviceTitle()}>
    <Notice tone="warning" title={m.serviceContact()}>
      <ul className={patterns.ruled}>
        {problems.map((problem) => (
          <li key={problem}>{m.serviceProblem({ problem })}</li>
        ))}
      </ul>
    </Notice>
  </Card>
)
