import { type ReactNode, Suspense, useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './account.module.css'

const CodeForm = lazyPart(() => import('./CodeForm.tsx'), 'CodeForm')

interface Props {
  email?: string
  /** The draft of the other ways, which keeps the address that was typed there. */
  draft?: string | undefined
  /** Set when the person has to sign in with this address. */
  isFixed?: boolean
  onDone?: () => void
  /** The other ways to sign in. */
  children: ReactNode
}

/** Offers a code by email above the other ways, and replaces them once it is chosen. */
export function CodeOption({ email = '', children, ...options }: Props) {
  const [isChosen, setChosen] = useState(false)
  if (!readSettings().SIGN_IN_CODES) return children
  if (!isChosen)
    return (
      <>
        <Button variant="secondary" className={styles.google} onClick={() => setChosen(true)}>
          {m.signInWithCode()}
        </Button>
        {children}
      </>
    )
  return (
    <>
      <Suspense fallback={<Spinner />}>
        <CodeForm email={email} {...options} />
      </Suspense>
      <div>
        <Button variant="quiet" onClick={() => setChosen(false)}>
          {m.codeOtherWay()}
        </Button>
      </div>
    </>
  )
}
