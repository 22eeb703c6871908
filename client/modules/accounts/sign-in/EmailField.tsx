import type { ComponentProps } from 'react'

import * as m from '#shared/accounts/messages.ts'
import { TextField } from '#client/ui/form/TextField.tsx'

type EmailControl = Pick<
  ComponentProps<typeof TextField>,
  'name' | 'value' | 'onChange' | 'error' | 'autoFocus'
>

/** The address of an account. Password managers store it as the username. */
export const EmailField = (control: EmailControl) => (
  <TextField {...control} label={m.signInEmail()} type="email" autoComplete="username" required />
)
