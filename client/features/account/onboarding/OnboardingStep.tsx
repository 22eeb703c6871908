import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from 'react'

import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import styles from '#client/features/account/account.module.css'
import { AccountCard } from '#client/features/account/AccountCard.tsx'
import type { Form } from '#client/lib/use-form.ts'
import { classNames } from '#client/ui/class-names.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

export interface ProfileStepProps {
  profile: OwnProfile
  /** The step's fields, which belong to the profile feature. */
  Fields: ComponentType<{ form: Form<ProfileEdit> }>
}

const STEPS = ['Account', 'Email', 'About you', 'Asks and offers']

interface Props {
  current: 1 | 2 | 3 | 4
  title: string
  lead?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The layout of each onboarding step. */
export function OnboardingStep({ current, ...card }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useFocusFromStepToStep(current, place)
  return (
    <div ref={place}>
      <AccountCard wide={current > 2} before={<Progress current={current} />} {...card} />
    </div>
  )
}

const Progress = ({ current }: { current: number }) => (
  <ol className={styles.steps} aria-label="Steps">
    {STEPS.map((name, index) => (
      <li
        key={name}
        className={classNames(
          styles.step,
          index + 1 < current && styles.done,
          index + 1 === current && styles.current,
        )}
        aria-current={index + 1 === current ? 'step' : undefined}
      >
        {index + 1}
        <span className={styles.stepName}> {name}</span>
        {index + 1 < current && <VisuallyHidden>, done</VisuallyHidden>}
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
