import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import type { Desk } from '#shared/programme/desk/schema.ts'
import type { NextStepKind } from '#shared/programme/desk/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { LifecycleCommand } from '#client/modules/events/lifecycle/commands.ts'
import { LifecycleDialog } from '#client/modules/events/lifecycle/LifecycleDialog.tsx'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './desk.module.css'
import { eventDesk } from './queries.ts'

/** The next step of the event's organiser. Renders nothing if there is none. */
export function NextStep({ event }: { event: EventDetails }) {
  const { data } = useQuery({ ...eventDesk(event.id), throwOnError: false })
  const [command, setCommand] = useState<LifecycleCommand>()
  const step = data?.nextStep
  return (
    <div aria-live="polite">
      {step && (
        <section className={styles.next} aria-label={m.deskStep()}>
          <div>
            <p className={styles.nextTitle}>{STEPS[step.kind].title(step)}</p>
            <p className={patterns.small}>{STEPS[step.kind].hint()}</p>
          </div>
          {STEPS[step.kind].action(setCommand)}
        </section>
      )}
      <LifecycleDialog event={event} command={command} onClose={() => setCommand(undefined)} />
    </div>
  )
}

interface Step {
  title: (step: NonNullable<Desk['nextStep']>) => string
  hint: () => string
  action: (run: (command: LifecycleCommand) => void) => ReactNode
}

const link = (to: string, label: () => string) => () => <LinkButton to={to}>{label()}</LinkButton>

const STEPS: Readonly<Record<NextStepKind, Step>> = {
  publish: {
    title: m.deskStepPublish,
    hint: m.deskStepPublishHint,
    action: (run) => <Button onClick={() => run('publish')}>{m.deskStepPublishNow()}</Button>,
  },
  answerRequests: {
    title: ({ people = 0 }) => m.deskStepAnswer({ count: people }),
    hint: m.deskStepAnswerHint,
    action: link('?manage=roster&filter=requested', m.deskStepAnswerNow),
  },
  checkIn: {
    title: ({ people = 0 }) => m.deskStepCheckIn({ count: people }),
    hint: m.deskStepCheckInHint,
    action: link('?manage=check-in', m.checkInStart),
  },
  complete: {
    title: m.deskStepComplete,
    hint: m.deskStepCompleteHint,
    action: (run) => <Button onClick={() => run('complete')}>{m.deskStepCompleteNow()}</Button>,
  },
  remind: {
    title: ({ people = 0 }) => m.deskStepRemind({ count: people }),
    hint: m.deskStepRemindHint,
    action: link('?manage=roster&view=messages&group=maybe', m.deskStepRemindNow),
  },
  thank: {
    title: ({ people = 0 }) => m.deskStepThank({ count: people }),
    hint: m.deskStepThankHint,
    action: link('?manage=announce&thanks=1', m.thank),
  },
  recap: {
    title: m.deskStepRecap,
    hint: m.deskStepRecapHint,
    action: link('?manage=recap', m.deskStepRecapNow),
  },
}
