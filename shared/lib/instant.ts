import { Type } from 'typebox'

import * as m from '#shared/lib/messages.ts'

/** Only years with four digits, because others would not sort as texts. At most nine digits of a second. */
export const InstantSchema = Type.String({
  format: 'date-time',
  pattern: '^[12]\\d{3}-',
  maxLength: 30,
  explain: m.fieldYear,
})
