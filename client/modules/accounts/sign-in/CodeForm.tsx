import { useEffect, useState } from 'react'

import * as m from '#shared/accounts/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { requestOnce } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import styles from './account.module.css'
import { codeOf, explainAuth } from './auth-errors.ts'
import { wrongEmail } from './checks.ts'
import { EmailField } from './EmailField.tsx'
import { SignInFailure } from './SignInFailure.tsx'

interface Props {
  email: string
  /** Kept under this name until the code is sent. */
  draft?: string | undefined
  /** Set when the person has to sign in with this address. */
  isFixed?: boolean
  onDone?: () => void
}

/** Signs in with six digits by email: the address first, then the digits. */
export function CodeForm({ email, draft, isFixed = false, onDone }: Props) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    initial: { email },
    draft,
    check: (values) => wrongEmail(values.email),
    submit: async (values) => {
      const address = values.email.trim()
      await requestOnce('POST /api/sign-in-codes', { body: { email: address } })
      setSentTo(address)
    },
    explain: explainAuth,
  })
  if (sentTo) return <Digits email={sentTo} onDone={onDone} onAgain={() => setSentTo(undefined)} />
  return (
    <form {...form.props} className={styles.form}>
      <p>{m.codeLead()}</p>
      {/* In place of the button that had the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      {!isFixed && <EmailField {...form.field('email')} autoFocus />}
      <Submit form={form} label={m.codeSend()} busy={words.sending()} wide />
    </form>
  )
}

/** The server ignores spaces and hyphens too. */
const sixDigitsOf = (code: string) => /^\d{6}$/.exec(code.replaceAll(/[\s-]/g, ''))?.[0]

interface DigitsProps {
  email: string
  onDone: (() => void) | undefined
  onAgain: () => void
}

function Digits({ email, onDone, onAgain }: DigitsProps) {
  const { signIn } = useAuth()
  const [isDead, setDead] = useState(false)
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: sixDigitsOf(code) ? undefined : m.codeRule() }),
    submit: async ({ code }) => {
      await signIn(async (identity) => {
        const { token } = await requestOnce('POST /api/sign-in-codes/use', { body: { code } })
        await identity.signInWithToken(token)
      })
      onDone?.()
    },
    explain(error) {
      setDead(codeOf(error) === 'code_not_found')
      const { fields, message } = explainAuth(error)
      // The only field needs no notice that it is wrong.
      return fields ? { fields } : { message }
    },
  })
  const { attempt, props } = form
  const field = form.field('code')

  // Selects a wrong code, so that the next one replaces it.
  useEffect(() => {
    if (attempt > 0) props.ref.current?.querySelector('input')?.select()
  }, [attempt, props.ref])

  function change(code: string) {
    field.onChange(code)
    const digits = sixDigitsOf(code)
    if (digits && digits !== sixDigitsOf(field.value)) void form.send({ code })
  }

  return (
    <form {...props} className={styles.form}>
      {/* With the error: the focus does not move to the field, which submits the form once it is complete. */}
      <div aria-live="polite" className={styles.form}>
        <p>{rich(m.codeSent({ email: <strong className={styles.wrapping}>{email}</strong> }))}</p>
        <TextField
          {...field}
          onChange={change}
          label={m.codeEnter()}
          inputMode="numeric"
          autoComplete="one-time-code"
          // The person has just asked for the code.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          required
        />
      </div>
      <SignInFailure failure={form.failure} />
      <Button type="submit" variant={isDead ? 'secondary' : 'primary'} busy={form.busy && m.signInBusy()}>
        {m.signInTitle()}
      </Button>
      <div>
        <Button variant={isDead ? 'primary' : 'quiet'} onClick={onAgain}>
          {m.codeSendAgain()}
        </Button>
      </div>
    </form>
  )
}
