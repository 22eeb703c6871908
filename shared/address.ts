import { Type, type Static } from 'typebox'

const line = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

export const AddressSchema = Type.Object(
  {
    address_line1: line(120),
    address_line2: line(120),
    city: line(80),
    state: line(80),
    postal_code: line(20),
    country_code: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  },
  { additionalProperties: false },
)
export type Address = Static<typeof AddressSchema>

/** The six fields in the order of the specification, as one line; empty parts leave no comma behind. */
export function formatAddress(address: Address): string {
  return [
    address.address_line1,
    address.address_line2,
    address.city,
    address.state,
    address.postal_code,
    address.country_code,
  ]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(', ')
}
