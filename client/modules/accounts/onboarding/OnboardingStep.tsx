import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from 'react'

import * as m from '#shared/accounts/messages.ts'
import type { OwnProfile, ProfileEdit } from '#shared/people/members.ts'
import styles from '#client/modules/accounts/sign-in/account.module.css'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import type { Form } from '#client/ui/form/use-form.ts'
import { classNames } from '#client/ui/class-names.ts'
import { rich } from '#client/ui/rich.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'

export interface ProfileStepProps {
  profile: OwnProfile
  /** The step's fields, which belong to the profile feature. */
  Fields: ComponentType<{ form: Form<ProfileEdit> }>
}

const STEPS = [m.stepAccount, m.signInEmail, m.stepAboutYou, m.stepAsks]
/** People who came for an event are asked for the rest after their RSVP. */
const STEPS_TO_EVENT = [m.stepAccount, m.signInEmail, m.stepYourName]

interface Props {
  current: 1 | 2 | 3 | 4
  /** Whether the person came for an event, and wants to return to it. */
  toEvent?: boolean
  title: string
  lead?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The layout of each onboarding step. */
export function OnboardingStep({ current, toEvent = false, ...card }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useFocusFromStepToStep(current, place)
  return (
    <div ref={place}>
      <AccountCard
        wide={current > 2 && !toEvent}
        before={<Progress current={current} steps={toEvent ? STEPS_TO_EVENT : STEPS} />}
        {...card}
      />
    </div>
  )
}

const Progress = ({ current, steps }: { current: number; steps: readonly (() => string)[] }) => (
  <ol className={styles.steps} aria-label={m.steps()}>
    {steps.map((name, index) => (
      <li
        key={name()}
        className={classNames(
          styles.step,
          index + 1 < current && styles.done,
          index + 1 === current && styles.current,
        )}
        aria-current={index + 1 === current ? 'step' : undefined}
      >
        {index + 1}
        <span className={styles.stepName}>
          {' '}
          {index + 1 < current ? rich(m.stepDone({ step: name(), hidden })) : name()}
        </span>
      </li>
    ))}
  </ol>
)

/** Module state, since each step mounts its own component. */
let lastShown: number | undefined

/** The path stays the same between steps, so the shell moves neither scroll nor focus. */
function useFocusFromStepToStep(current: number, place: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    if (lastShown !== undefined && lastShown !== current) {
      scrollTo(0, 0)
      place.current?.querySelector('h1')?.focus({ preventScroll: true })
    }
    lastShown = current
  }, [current, place])
}
