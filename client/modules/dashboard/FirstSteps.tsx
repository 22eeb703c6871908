import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/dashboard/messages.ts'
import type { FirstSteps as Steps } from '#shared/dashboard/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { request } from '#client/lib/request.ts'
import { InviteFriend } from '#client/modules/accounts/invitations/InviteFriend.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { icon } from '#client/ui/icons/icon.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { rich } from '#client/ui/rich.tsx'

import styles from './dashboard.module.css'

const CheckIcon = icon(<path d="m7 12.5 3.5 3.5 6.5-7.5" />)

interface Step {
  name: keyof Steps
  title: string
  text: string
  to: string
}

const stepsFor = ({ eventId }: Steps): readonly Step[] => [
  {
    name: 'photo',
    title: m.stepPhoto(),
    text: m.stepPhotoText(),
    to: paths.ownProfile,
  },
  {
    name: 'asksAndOffers',
    title: m.stepAsks(),
    text: m.stepAsksText(),
    to: `${paths.ownProfile}#asks`,
  },
  {
    name: 'firstEvent',
    title: m.stepEvent(),
    text: m.stepEventText(),
    to: paths.events,
  },
  {
    name: 'hello',
    title: m.stepHello(),
    text: eventId ? m.stepHelloEvent() : m.stepHelloMember(),
    to: eventId ? paths.event(eventId) : paths.connectionsTab('directory'),
  },
]

const visibilityLink = (content: Content) => (
  <Link viewTransition to={`${paths.ownProfile}?edit=visibility`}>
    {rich(content)}
  </Link>
)

/** Shown to new members until all steps are done or dismissed. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const dismissal = useDismissal()
  return (
    <Card title={m.steps()}>
      <ol className={patterns.ruled}>
        {stepsFor(steps).map(({ name, title, text, to }) => (
          <StepItem
            key={name}
            isDone={Boolean(steps[name])}
            title={
              steps[name] ? (
                title
              ) : (
                <Link viewTransition to={to}>
                  {title}
                </Link>
              )
            }
            text={text}
          />
        ))}
        {steps.friend !== undefined && (
          <StepItem isDone={steps.friend} title={m.stepFriend()} text={m.stepFriendText()}>
            {!steps.friend && <InviteFriend>{m.stepFriendInvite()}</InviteFriend>}
          </StepItem>
        )}
      </ol>
      <p className={patterns.small}>{rich(m.stepsVisibility({ link: visibilityLink }))}</p>
      <div>
        <Button
          variant="quiet"
          busy={dismissal.isPending && m.stepsDismissing()}
          onClick={() => dismissal.run()}
        >
          {rich(m.stepsDismiss({ hidden }))}
        </Button>
      </div>
    </Card>
  )
}

interface ItemProps {
  isDone: boolean
  title: ReactNode
  text: string
  children?: ReactNode
}

const StepItem = ({ isDone, title, text, children }: ItemProps) => (
  <li className={styles.step} data-done={isDone || undefined}>
    <span className={styles.stepMark} aria-hidden="true">
      {isDone && <CheckIcon />}
    </span>
    <div className={styles.stepText}>
      <span className={styles.entryTitle}>{isDone ? rich(m.stepDone({ step: title, hidden })) : title}</span>
      <span className={patterns.muted}>{text}</span>
      {children}
    </div>
  </li>
)

function useDismissal() {
  const cache = useQueryClient()
  return useCommand({
    command: () => request('POST /api/me/first-steps-dismissed'),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['dashboard'] }),
        cache.invalidateQueries({ queryKey: ['me'] }),
      ]),
  })
}
