import * as m from '#shared/lib/messages.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

type Props = Omit<Extract<TextFieldProps, { multiline?: false }>, 'type' | 'multiline' | 'hint'> & {
  hint?: string
}

/** A date. The hint begins with the order in which this browser asks for its parts. */
export const DateField = ({ hint, ...props }: Props) => (
  <TextField
    // Without a limit, browsers accept years of six digits.
    max="9999-12-31"
    {...props}
    type="date"
    hint={hint ? `${format()}. ${hint}` : format()}
  />
)

const PARTS: Partial<Record<Intl.DateTimeFormatPartTypes, () => string>> = {
  day: m.dateDay,
  month: m.dateMonth,
  year: m.dateYear,
}

/** The browser's own order: that of its date fields. */
const ORDER = new Intl.DateTimeFormat(undefined, {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
}).formatToParts(new Date())

/** `DD/MM/YYYY`. */
const format = () => ORDER.map(({ type, value }) => PARTS[type]?.() ?? value).join('')
