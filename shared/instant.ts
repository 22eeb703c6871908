import { Type } from 'typebox'

/** Only years with four digits: others would not sort as texts. With at most nine digits of a second. */
export const InstantSchema = Type.String({
  format: 'date-time',
  pattern: '^[12]\\d{3}-',
  maxLength: 30,
  explain: 'Enter a year between 1000 and 2999.',
})
